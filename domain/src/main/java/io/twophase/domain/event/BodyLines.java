package io.twophase.domain.event;

import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Locale;
import java.util.TreeMap;

/** The request as lines: all of it, in the order in which it was asked. */
record BodyLines(Lines lines) {

  void add(NewTransaction body) {
    body.operations().forEach(this::add);
    body.reverses().ifPresent(reversed -> lines.with("reverses", reversed.value()));
    body.authorization().ifPresent(this::add);
    add(body.labels());
    body.note().ifPresent(note -> lines.with("note", note));
    body.importedRow().ifPresent(this::add);
  }

  private void add(Operation operation) {
    operation.foldTarget(this::addAccount, this::addDocument);
  }

  private Lines addAccount(AccountOperation operation) {
    String word = operation.direction().name().toLowerCase(Locale.ROOT);
    return amount(operation.isAtMost() ? word + "-at-most" : word, operation);
  }

  /** The amount in minor units: how many digits a currency has may change. */
  Lines amount(String word, AccountOperation operation) {
    return lines.with(
        word,
        operation.amount().minor()
            + " "
            + operation.amount().currency().getCurrencyCode()
            + " "
            + operation.account().value());
  }

  private Lines addDocument(DocumentOperation operation) {
    return lines
        .with("collection", operation.document().collection().toString())
        .with("document", operation.document().id().exactText())
        .with(operation.kind(), OperationDigest.text(operation));
  }

  private void add(AuthorizationTerms terms) {
    lines.with("lifetime", terms.lifetime().toMillis());
    terms
        .approvals()
        .ifPresent(
            rule -> {
              lines.with("approvals", rule.required());
              rule.named().forEach(approver -> lines.with("approver", approver.value()));
            });
  }

  /** The order of the metadata has no meaning, so here they have the order of their keys. */
  private void add(Labels labels) {
    labels.reference().ifPresent(reference -> lines.with("reference", reference));
    new TreeMap<>(labels.metadata())
        .forEach((key, value) -> lines.with("key", key).with("value", value));
    for (Attempt attempt : labels.attempt().stream().toList()) {
      lines.with("function", attempt.function().value()).with("attempt", attempt.number());
      attempt.value().ifPresent(value -> lines.with("returned", value.exactText()));
    }
  }

  private void add(ImportedRow row) {
    lines.with("row", row.row() + (row.inFileOrder() ? " in order of " : " of ") + row.file());
  }
}
