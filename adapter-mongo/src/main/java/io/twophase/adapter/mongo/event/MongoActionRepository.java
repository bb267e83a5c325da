package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionSubject;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.ActionRepository;
import io.vavr.control.Either;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The actions in a collection of their own. Its indexes are made with the first action of a
 * process: a store whose operators do nothing by hand has no such collection.
 *
 * @param isIndexed whether this process has made the indexes
 */
public record MongoActionRepository(Table table, ServerClock clock, AtomicBoolean isIndexed)
    implements ActionRepository {

  /** The actions in {@code table}. */
  public MongoActionRepository(Table table, ServerClock clock) {
    this(table, clock, new AtomicBoolean());
  }

  @Override
  public BeginOutcome begin(OperatorAction action) {
    if (!isIndexed.get()) {
      new Indexes(table).ensureOfActions();
      isIndexed.set(true);
    }
    LoggedAction begun = LoggedAction.begun(action, clock.now());
    return InsertOutcome.begun(table.insert(List.of(ActionDocuments.of(begun)))).get(0);
  }

  @Override
  public MatchOutcome finish(ActionId id, ActionOutcome outcome) {
    return table.update(ActionDocuments.unfinished(id), ActionDocuments.end(outcome));
  }

  @Override
  public Optional<Either<String, LoggedAction>> find(ActionId id) {
    return table.reads().confirmed(new BsonString(id.value())).map(ActionDocuments::read);
  }

  @Override
  public List<Either<String, LoggedAction>> latest(
      Optional<ActionSubject> subject, Optional<LoggedAction> after, int skip, int limit) {
    ActionRepository.checkPage(skip, limit);
    BsonDocument filter = subject.map(ActionDocuments::about).orElseGet(BsonDocument::new);
    after.ifPresent(
        shown -> {
          Optional<String> id = Optional.of(shown.action().id().value());
          BsonDocument dates = new BsonDocument();
          Places.before(filter, dates, Field.CREATED_AT, shown.begunAt(), id);
          filter.append(Field.CREATED_AT, dates);
        });
    return table.reads().page(filter, Indexes.NEWEST_FIRST, skip, limit).stream()
        .map(ActionDocuments::read)
        .toList();
  }

  /**
   * Actions as documents: {@code { _id, createdAt, operator: "ann", reason: "asked to", kind:
   * "capture", subject: "t7", arguments: { amount: "12.00 USD" }, outcome: { code: "Captured",
   * message: "…" }, finishedAt, v: 1 }}. The outcome and the end are there together.
   */
  static final class ActionDocuments {

    private static final String OPERATOR = "operator";
    private static final String ARGUMENTS = "arguments";
    private static final String OUTCOME = "outcome";
    private static final String CODE = "code";
    private static final String MESSAGE = "message";

    private ActionDocuments() {}

    static BsonDocument of(LoggedAction begun) {
      OperatorAction action = begun.action();
      Doc arguments = doc();
      action.arguments().forEach(arguments::with);
      return doc(Field.ID, action.id().value(), Field.CREATED_AT, begun.begunAt())
          .with(OPERATOR, action.operator().value())
          .with(Field.REASON, action.reason().value())
          .with(Field.KIND, action.kind().word())
          .with(Field.SUBJECT, action.subjectId())
          .with(ARGUMENTS, arguments)
          .with(Field.VERSION, Field.CURRENT_VERSION);
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
              fields.named(Field.KIND, ActionKind.values(), ActionKind::word, "no kind"),
              fields.text(Field.SUBJECT),
              arguments(fields.document(ARGUMENTS))),
          fields.instant(Field.CREATED_AT),
          fields.ifAny(OUTCOME, fields::document).map(ActionDocuments::outcome),
          fields.ifAny(Field.FINISHED_AT, fields::instant));
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
}
