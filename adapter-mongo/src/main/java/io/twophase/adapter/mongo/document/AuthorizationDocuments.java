package io.twophase.adapter.mongo.document;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What the record of an authorization has beside that of any other (and {@code captured} that of a
 * transfer that takes as much as there is, too): {@code authorization: { lifetime, required,
 * approvers }}, {@code expiresAt}, {@code approvedBy} and {@code captured}.
 */
public final class AuthorizationDocuments {

  private AuthorizationDocuments() {}

  static void write(NewTransaction body, BsonDocument document) {
    body.authorization()
        .forEach(
            terms -> {
              BsonDocument written =
                  new BsonDocument(Field.LIFETIME, new BsonInt64(terms.lifetime().toMillis()));
              terms
                  .approvals()
                  .forEach(
                      rule ->
                          written
                              .append(Field.REQUIRED, new BsonInt32(rule.required()))
                              .append(Field.APPROVERS, names(rule.named())));
              document.append(Field.AUTHORIZATION, written);
            });
  }

  static void writeProgress(Transaction record, BsonDocument document) {
    record
        .expiresAt()
        .forEach(at -> document.append(Field.EXPIRES_AT, new BsonDateTime(at.toEpochMilli())));
    AuthorizationProgress progress = record.progress();
    if (!progress.approvals().isEmpty()) {
      document.append(Field.APPROVED_BY, names(progress.approvals()));
    }
    if (!progress.captured().isInFull()) {
      document.append(Field.CAPTURED, amounts(progress.captured()));
    }
  }

  /** The amounts of a capture that is not in full. */
  public static BsonArray amounts(Captured captured) {
    return new BsonArray(captured.amounts().stream().map(BsonInt64::new).toList());
  }

  /** The names of approvers. */
  public static BsonArray names(List<ApproverName> approvers) {
    return new BsonArray(approvers.stream().map(name -> new BsonString(name.value())).toList());
  }

  static AuthorizationTerms terms(Fields record) {
    Fields written = record.document(Field.AUTHORIZATION);
    try {
      return new AuthorizationTerms(
          Duration.ofMillis(written.int64(Field.LIFETIME)), approvals(written));
    } catch (IllegalArgumentException broken) {
      throw record.fault(Field.AUTHORIZATION, "is none: " + broken.getMessage());
    }
  }

  private static Option<ApprovalRule> approvals(Fields written) {
    return written.has(Field.APPROVERS)
        ? Option.some(
            new ApprovalRule(
                (int) written.whole(Field.REQUIRED), approvers(written, Field.APPROVERS)))
        : Option.none();
  }

  /** The approvers that an array names. */
  public static List<ApproverName> approvers(Fields fields, String name) {
    List<ApproverName> all = new ArrayList<>();
    for (BsonValue value : fields.array(name)) {
      if (!value.isString()) {
        throw fields.fault(name, "has an approver that is no text");
      }
      all.add(
          ApproverName.parse(value.asString().getValue())
              .getOrElseThrow(invalid -> fields.fault(name, "has an " + invalid.message())));
    }
    return all;
  }

  /**
   * What it says of an authorization that was begun at {@code createdAt}, or of a transfer that
   * takes as much as there is.
   */
  static AuthorizationProgress progress(NewTransaction body, Instant createdAt, Fields record) {
    if (!body.authorization()
        .forAll(terms -> record.instant(Field.EXPIRES_AT).equals(terms.expiresAt(createdAt)))) {
      throw record.fault(Field.EXPIRES_AT, "is not when it was begun and its lifetime");
    }
    List<ApproverName> given =
        record.has(Field.APPROVED_BY) ? approvers(record, Field.APPROVED_BY) : List.of();
    Captured captured =
        record.has(Field.CAPTURED) ? captured(body.accountOperations(), record) : Captured.IN_FULL;
    if (body.isAtMost() && captured.amounts().stream().distinct().count() > 1) {
      throw record.fault(Field.CAPTURED, "has another amount for the debit than for the credit");
    }
    return new AuthorizationProgress(given, captured);
  }

  private static Captured captured(List<AccountOperation> held, Fields record) {
    List<Long> amounts = new ArrayList<>();
    for (BsonValue value : record.array(Field.CAPTURED)) {
      if (!value.isInt64()) {
        throw record.fault(Field.CAPTURED, "has an amount that is no int64");
      }
      amounts.add(value.asInt64().getValue());
    }
    try {
      return Captured.of(held, amounts);
    } catch (IllegalArgumentException broken) {
      throw record.fault(Field.CAPTURED, "has " + broken.getMessage());
    }
  }
}
