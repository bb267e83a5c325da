package io.twophase.domain.transaction;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.OperationDigest;

/** The request of a transaction, as the text that {@link BodyDigest} describes. */
final class BodyText {

  private static final String FORM = "twophase-body-1";

  private final StringBuilder text = new StringBuilder();

  private BodyText() {}

  static String of(NewTransaction body) {
    BodyText text = new BodyText();
    text.add(FORM).add(body.id().value()).add(Integer.toString(body.operations().size()));
    for (Operation operation : body.operations()) {
      text.add(operation.<String>foldTarget(BodyText::onAccount, BodyText::onDocument));
    }
    body.reverses().ifPresent(reversed -> text.add("reverses").add(reversed.value()));
    body.authorization().ifPresent(text::terms);
    return text.toString();
  }

  private static String onAccount(AccountOperation operation) {
    String kind = operation.fold(debit -> debit.atMost() ? "at-most" : "debit", credit -> "credit");
    return new BodyText()
        .add(kind)
        .add(operation.account().value())
        .add(Long.toString(operation.amount().minor()))
        .add(operation.amount().currency().getCurrencyCode())
        .toString();
  }

  private static String onDocument(DocumentOperation operation) {
    CollectionName collection = operation.document().collection();
    return new BodyText()
        .add(operation.kind())
        .add(collection.cluster().orElse(""))
        .add(collection.database().orElse(""))
        .add(collection.collection())
        .add(operation.document().id().canonical().exactText())
        .add(OperationDigest.text(operation))
        .toString();
  }

  private void terms(AuthorizationTerms terms) {
    add("authorization").add(Long.toString(terms.lifetime().toMillis()));
    terms.approvals().ifPresent(this::approvals);
  }

  private void approvals(ApprovalRule rule) {
    add("approvals")
        .add(Integer.toString(rule.required()))
        .add(Integer.toString(rule.named().size()));
    rule.named().forEach(approver -> add(approver.value()));
  }

  private BodyText add(String part) {
    text.append(OperationDigest.part(part));
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
