package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.action.ActionKind;
import io.twophase.domain.action.ActionOutcome;
import io.twophase.domain.action.ActionSubject;
import io.twophase.domain.action.LoggedAction;
import io.twophase.domain.action.OperatorAction;
import io.vavr.control.Either;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Actions as documents: {@code { _id, createdAt, operator: "ann", reason: "asked to", kind:
 * "capture", subject: "t7", arguments: { amount: "12.00 USD" }, outcome: { code: "Captured",
 * message: "…" }, finishedAt, v: 1 }}. The outcome and the end are there together.
 */
final class ActionDocuments {

  private static final String OPERATOR = "operator";
  private static final String ARGUMENTS = "arguments";
  private static final String OUTCOME = "outcome";
  private static final String CODE = "code";
  private static final String MESSAGE = "message";

  private ActionDocuments() {}

  static BsonDocument of(LoggedAction begun) {
    OperatorAction action = begun.action();
    BsonDocument arguments = new BsonDocument();
    action.arguments().forEach((name, value) -> arguments.putAll(doc(name, value)));
    BsonDocument document =
        doc(Field.ID, action.id().value(), Field.CREATED_AT, begun.begunAt())
            .append(OPERATOR, text(action.operator().value()))
            .append(Field.REASON, text(action.reason().value()))
            .append(Field.KIND, text(action.kind().word()))
            .append(Field.SUBJECT, text(action.subjectId()))
            .append(ARGUMENTS, arguments);
    document.putAll(doc(Field.VERSION, Field.CURRENT_VERSION));
    return document;
  }

  private static BsonString text(String value) {
    return new BsonString(value);
  }

  /** The filter of an action that has no outcome. */
  static BsonDocument unfinished(ActionId id) {
    return doc(Field.ID, id.value(), OUTCOME, absent());
  }

  /** The update that gives an action its outcome. */
  static BsonDocument end(ActionOutcome outcome) {
    BsonDocument stored = doc(CODE, outcome.code(), MESSAGE, outcome.message());
    return doc("$set", doc(OUTCOME, stored), "$currentDate", doc(Field.FINISHED_AT, true));
  }

  /** The filter of the actions that are about a subject. */
  static BsonDocument about(ActionSubject subject) {
    return doc(
        Field.SUBJECT,
        subject.id(),
        Field.KIND,
        oneOf(ActionKind.about(subject.type()).stream().map(ActionKind::word).toList()));
  }

  /** The action, or one line that names the document and says why it is none. */
  static Either<String, LoggedAction> read(BsonDocument document) {
    return Fields.read(document, ActionDocuments::read)
        .mapLeft(fault -> "action " + Fields.idText(document) + ": " + fault);
  }

  private static LoggedAction read(Fields fields) {
    fields.requireCurrent();
    return new LoggedAction(
        new OperatorAction(
            fields.parsed(Field.ID, ActionId::parse),
            fields.parsed(OPERATOR, OperatorName::parse),
            fields.parsed(Field.REASON, ActionReason::parse),
            kind(fields),
            fields.text(Field.SUBJECT),
            arguments(fields.document(ARGUMENTS))),
        fields.instant(Field.CREATED_AT),
        fields.ifAny(OUTCOME, fields::document).map(ActionDocuments::outcome),
        fields.ifAny(Field.FINISHED_AT, fields::instant));
  }

  private static ActionKind kind(Fields fields) {
    String word = fields.text(Field.KIND);
    return ActionKind.of(word)
        .orElseThrow(() -> fields.fault(Field.KIND, "is '" + word + "', which is no kind"));
  }

  private static Map<String, String> arguments(Fields fields) {
    Map<String, String> arguments = new LinkedHashMap<>();
    fields.document().keySet().forEach(name -> arguments.put(name, fields.text(name)));
    return arguments;
  }

  private static ActionOutcome outcome(Fields fields) {
    return new ActionOutcome(fields.text(CODE), fields.text(MESSAGE));
  }
}
