package io.twophase.adapter.mongo.document;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The terms of an authorization: {@code authorization: { lifetime, required, approvers }}. */
public final class AuthorizationDocuments {

  private AuthorizationDocuments() {}

  static void write(NewTransaction body, BsonDocument document) {
    body.authorization()
        .forEach(
            terms -> {
              BsonDocument written =
                  new BsonDocument(BodyField.LIFETIME, new BsonInt64(terms.lifetime().toMillis()));
              terms
                  .approvals()
                  .forEach(
                      rule ->
                          written
                              .append(BodyField.REQUIRED, new BsonInt32(rule.required()))
                              .append(BodyField.APPROVERS, names(rule.named())));
              document.append(Field.AUTHORIZATION, written);
            });
  }

  /** The names of approvers. */
  public static BsonArray names(List<ApproverName> approvers) {
    return new BsonArray(approvers.stream().map(name -> new BsonString(name.value())).toList());
  }

  static AuthorizationTerms terms(Fields record) {
    Fields written = record.document(Field.AUTHORIZATION);
    try {
      return new AuthorizationTerms(
          Duration.ofMillis(written.int64(BodyField.LIFETIME)), approvals(written));
    } catch (IllegalArgumentException broken) {
      throw record.fault(Field.AUTHORIZATION, "is none: " + broken.getMessage());
    }
  }

  private static Option<ApprovalRule> approvals(Fields written) {
    return written.has(BodyField.APPROVERS)
        ? Option.some(
            new ApprovalRule(
                (int) written.whole(BodyField.REQUIRED), approvers(written, BodyField.APPROVERS)))
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
}
