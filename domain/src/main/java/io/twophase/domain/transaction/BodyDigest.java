package io.twophase.domain.transaction;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.operation.DocumentOperation.OperationDigest.Sha256;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Either;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The digest of a request, of 32 bytes: who no longer has its body can still tell whether another
 * request asks for the same. Two bodies have the same digest if and only if {@link
 * NewTransaction#asksTheSameAs} is true of them: its id, operations, what it reverses and the terms
 * of an authorization count; its note, its labels and the row of a file do not.
 *
 * <p>The digest is the SHA-256 (FIPS 180-4) of a text in UTF-8. The text is made of parts; a part
 * is its length in UTF-16 units, a colon, and the part itself, so that none can be taken for
 * another:
 *
 * <ol>
 *   <li>{@code twophase-body-1}, the form and its version;
 *   <li>the id;
 *   <li>how many operations there are, in decimal digits;
 *   <li>of each operation, in their order, one part that is made of parts:
 *       <ul>
 *         <li>on an account, {@code debit}, {@code at-most} or {@code credit}; the account; the
 *             amount in minor units; the currency's ISO 4217 code;
 *         <li>on a document, the operation's kind; the cluster, the database and the collection, of
 *             which the first two are empty if they are the store's own; the {@code _id} as the
 *             exact text of its canonical value; and the text of which {@link OperationDigest} is
 *             made, with the exact type of each value;
 *       </ul>
 *   <li>{@code reverses} and the id of what it reverses, if it reverses something;
 *   <li>{@code authorization} and the lifetime in milliseconds, if it is an authorization; and
 *       {@code approvals}, how many are required, how many approvers are named, and each of them in
 *       its order, if it has to be approved.
 * </ol>
 *
 * <p>It is stored, so this form never changes. Another one would have another number, and a name of
 * its own here.
 *
 * @param hex 64 hexadecimal digits, in lower case
 */
public record BodyDigest(String hex) {

  /** The number of bytes of a digest. */
  public static final int BYTES = 32;

  private static final Pattern HEX = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

  /**
   * @throws IllegalArgumentException if it is not 64 hexadecimal digits in lower case
   */
  public BodyDigest {
    if (!HEX.matcher(hex).matches()) {
      throw new IllegalArgumentException("no digest: " + hex);
    }
  }

  /** The digest of what {@code body} asks for. */
  public static BodyDigest of(NewTransaction body) {
    return new BodyDigest(HexFormat.of().formatHex(Sha256.of(BodyText.of(body))));
  }

  /** The digest that was stored as these bytes, or what is wrong with them. */
  public static Either<String, BodyDigest> of(byte[] stored) {
    return stored.length == BYTES
        ? Either.right(new BodyDigest(HexFormat.of().formatHex(stored)))
        : Either.left("has " + stored.length + " bytes, not " + BYTES);
  }

  /** The 32 bytes. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Returns whether {@code asked} asks for the same as that of which this is the digest. */
  public boolean isOf(NewTransaction asked) {
    return equals(of(asked));
  }

  @Override
  public String toString() {
    return hex;
  }

  /** The request of a transaction, as the text that {@link BodyDigest} describes. */
  static final class BodyText {

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
      String kind =
          operation.fold(debit -> debit.atMost() ? "at-most" : "debit", credit -> "credit");
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
}
