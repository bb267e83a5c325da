package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.bson;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.adapter.mongo.document.Docs.number;

import com.mongodb.client.FindIterable;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The numbers and the consumers, each in a collection of their own. The document of the number
 * before the first says up to which number records are marked.
 *
 * @param records that have the numbers
 * @param serverTime the time of the server, which it is asked for
 * @param evidence the tree over these numbers
 */
public record MongoEventRepository(
    Table records,
    Table numbers,
    Table consumersTable,
    SharedSettings settings,
    Supplier<Instant> serverTime,
    EvidenceRepository evidence,
    DecisionSignal decisions)
    implements EventRepository {

  /** The setting that says since when decided records are numbered, in the database. */
  private static final String EVENTS = "events";

  /**
   * The time before the switch whose decisions are taken too, so that a clock that is set back does
   * no harm.
   */
  private static final Duration BEFORE = Duration.ofMinutes(5);

  private static final BsonDocument IN_ORDER = doc(Field.DECIDED_AT, 1, Field.ID, 1);
  private static final BsonDocument BY_ID = doc(Field.ID, 1);
  private static final BsonInt64 BEFORE_THE_FIRST = int64(NumberedRecord.FIRST - 1);

  /**
   * The signal of the decisions of {@code records}.
   *
   * @param mayHaveChangeStreams whether the server says that it is one that can have them
   */
  public static DecisionSignal signal(Table records, boolean mayHaveChangeStreams) {
    return mayHaveChangeStreams
        ? new DecisionStream(records.collection(), DecisionStream.FIRST_PAUSE)
        : DecisionSignal.NONE;
  }

  private String name() {
    return records.collection().getNamespace().getCollectionName();
  }

  private Indexes indexes() {
    return new Indexes(records);
  }

  @Override
  public boolean isOn() {
    return since().isPresent();
  }

  @Override
  public void turnOn() {
    BsonValue now = bson(serverTime.get().minus(BEFORE));
    indexes().createOfUnnumbered(date(settings.once(name(), EVENTS, now)));
  }

  @Override
  public void turnOff() {
    settings.unset(name(), EVENTS);
    indexes().dropOfUnnumbered();
  }

  /** Only who numbers decisions asks for it: a decision is dated by the server. */
  private Optional<Instant> since() {
    return settings.get(name(), EVENTS).map(this::date);
  }

  private Instant date(BsonValue value) {
    if (!value.isDateTime()) {
      throw settings.odd(name(), EVENTS, value);
    }
    return Instant.ofEpochMilli(value.asDateTime().getValue());
  }

  @Override
  public long confirmed() {
    return noted(Field.CONFIRMED);
  }

  @Override
  public long trimmed() {
    return noted(Field.TRIMMED);
  }

  /** Returns what is noted before the first number; 0 where it is not. */
  private long noted(String field) {
    return numbers.reads().first(confirmation(), BY_ID, 1).stream()
        .flatMap(document -> number(document, field).stream())
        .findFirst()
        .orElse(0L);
  }

  /** It is noted where it is confirmed so far, and what is noted is removed. */
  @Override
  public MatchOutcome trim(long upTo) {
    BsonInt64 last = int64(upTo);
    BsonDocument confirmed = confirmation().append(Field.CONFIRMED, doc("$gte", last));
    BsonDocument raised = doc("$max", doc(Field.TRIMMED, last));
    MatchOutcome noted = numbers.update(confirmed, raised);
    BsonDocument upToLast = doc("$gt", BEFORE_THE_FIRST, "$lte", last);
    return noted == MatchOutcome.MATCHED ? numbers.removeAll(doc(Field.ID, upToLast)) : noted;
  }

  private static BsonDocument confirmation() {
    return doc(Field.ID, BEFORE_THE_FIRST);
  }

  /** Raises the mark, if it is there; one that is as high needs no change. */
  @Override
  public MatchOutcome confirm(long upTo) {
    BsonInt64 now = int64(upTo);
    BsonDocument lower = confirmation().append(Field.CONFIRMED, doc("$lt", now));
    MatchOutcome raised = numbers.update(lower, doc("$set", doc(Field.CONFIRMED, now)));
    if (raised != MatchOutcome.NOT_MATCHED) {
      return raised;
    }
    return switch (numbers.insert(List.of(confirmation().append(Field.CONFIRMED, now))).get(0)) {
      case INSERTED, KEY_TAKEN -> MatchOutcome.MATCHED;
      case IN_DOUBT -> MatchOutcome.IN_DOUBT;
    };
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    BsonDocument above = doc(Field.ID, doc("$gt", int64(after)));
    return numbers.reads().first(above, BY_ID, MOST_AT_ONCE).stream()
        .map(EventDocuments::numbered)
        .toList();
  }

  /**
   * Marks records. One that has a number, or is not there, needs no mark: so the counts say nothing
   * more.
   */
  @Override
  public MatchOutcome mark(List<NumberedRecord> numbered) {
    return records
        .update(EventDocuments.marking(numbered))
        .map(matched -> MatchOutcome.MATCHED)
        .getOrElse(MatchOutcome.IN_DOUBT);
  }

  /**
   * The server tells its time before the list is begun. The list is confirmed: one that is older
   * than the numbers that were read before it has records that are numbered by then, and they would
   * be given second ones. Records whose ids name nothing get no number, however many come first.
   */
  @Override
  public List<RecordId> unnumbered() {
    Optional<Instant> since = since();
    if (since.isEmpty()) {
      return List.of();
    }
    BsonDocument filter = Indexes.unnumberedSince(since.orElseThrow());
    filter.getDocument(Field.DECIDED_AT).append("$lt", bson(serverTime.get()));
    for (int at = 0; ; at += MOST_AT_ONCE) {
      int skipped = at;
      List<BsonDocument> page =
          records
              .reads()
              .confirmed(
                  filter, find -> page(find, IN_ORDER, skipped).projection(EventDocuments.NAMING));
      List<RecordId> named = EventDocuments.records(page);
      if (!named.isEmpty() || page.size() < MOST_AT_ONCE) {
        return named;
      }
    }
  }

  /** All of it comes in one answer. */
  private static FindIterable<BsonDocument> page(
      FindIterable<BsonDocument> find, BsonDocument order, int skipped) {
    return find.sort(order).skip(skipped).limit(MOST_AT_ONCE).batchSize(MOST_AT_ONCE);
  }

  @Override
  public void give(long first, List<RecordId> to) {
    List<BsonDocument> given = new ArrayList<>(to.size());
    for (RecordId record : to) {
      given.add(EventDocuments.of(first + given.size(), record));
    }
    numbers.insertUpToTaken(given);
  }

  @Override
  public List<RecordId> unread(long upTo, List<RecordId> asked) {
    Optional<Instant> since = since();
    Map<String, BsonDocument> there =
        records.reads().byId(asked.stream().map(RecordId::value).toList());
    return asked.stream()
        .filter(
            record ->
                Optional.ofNullable(there.get(record.value()))
                    .filter(document -> isUnread(document, upTo, since))
                    .isPresent())
        .toList();
  }

  private static boolean isUnread(BsonDocument document, long upTo, Optional<Instant> since) {
    if (document.isNumber(Field.NUMBERED)) {
      return document.getNumber(Field.NUMBERED).longValue() > upTo;
    }
    return document.isDateTime(Field.DECIDED_AT)
        && since
            .filter(
                start -> document.getDateTime(Field.DECIDED_AT).getValue() > start.toEpochMilli())
            .isPresent();
  }

  @Override
  public List<Optional<Long>> numbersOf(List<RecordId> asked) {
    Map<String, BsonDocument> there =
        records.reads().fieldById(Field.NUMBERED, asked.stream().map(RecordId::value).toList());
    return asked.stream()
        .map(
            record ->
                Optional.ofNullable(there.get(record.value()))
                    .flatMap(document -> number(document, Field.NUMBERED)))
        .toList();
  }

  /** Confirmed: what a consumer that an older read does not show has not read would be removed. */
  @Override
  public List<Either<String, EventConsumer>> consumers() {
    List<Either<String, EventConsumer>> consumers = new ArrayList<>();
    List<BsonDocument> page;
    do {
      int skipped = consumers.size();
      page =
          consumersTable.reads().confirmed(new BsonDocument(), find -> page(find, BY_ID, skipped));
      page.forEach(document -> consumers.add(EventDocuments.consumer(document)));
    } while (page.size() == MOST_AT_ONCE);
    return consumers;
  }

  @Override
  public Optional<EventConsumer> consumer(ConsumerName consumer) {
    return Optional.ofNullable(
            consumersTable.reads().byId(List.of(consumer.value())).get(consumer.value()))
        .map(document -> EventDocuments.consumer(document).getOrElseThrow(StoreException::new));
  }

  @Override
  public MatchOutcome add(EventConsumer consumer) {
    BsonDocument added = EventDocuments.at(consumer.name(), consumer.position());
    return consumersTable.insert(List.of(added)).get(0).matched();
  }

  @Override
  public MatchOutcome move(ConsumerName consumer, EventPosition from, EventPosition to) {
    BsonDocument position = EventDocuments.at(consumer, to);
    position.remove(Field.ID);
    return consumersTable.update(EventDocuments.at(consumer, from), doc("$set", position));
  }

  @Override
  public MatchOutcome forget(ConsumerName consumer) {
    return consumersTable.remove(EventDocuments.id(consumer));
  }

  /** Numbers and consumers as documents: {@code { _id: 7, record: "t1" }}. */
  static final class EventDocuments {

    /** The field of a record by which {@link #records} names it. */
    static final BsonDocument NAMING = doc(Field.ID, 1);

    private EventDocuments() {}

    static BsonDocument of(long number, RecordId record) {
      return doc(Field.ID, int64(number), Field.RECORD, record.value());
    }

    /** A number whose record cannot be read keeps its place. */
    static NumberedRecord numbered(BsonDocument document) {
      return new NumberedRecord(
          document.getNumber(Field.ID).longValue(),
          Fields.read(document, fields -> fields.parsed(Field.RECORD, RecordId::parse)));
    }

    /** The names of those decided records whose ids name something. */
    static List<RecordId> records(List<BsonDocument> documents) {
      return documents.stream()
          .flatMap(
              document ->
                  Fields.read(document, fields -> fields.parsed(Field.ID, RecordId::parse))
                      .toJavaStream())
          .toList();
    }

    /** Gives their numbers to those records that have none. */
    static List<UpdateOneModel<BsonDocument>> marking(List<NumberedRecord> numbered) {
      return numbered.stream()
          .flatMap(each -> each.record().map(id -> marking(id, each.number())).toJavaStream())
          .toList();
    }

    private static UpdateOneModel<BsonDocument> marking(RecordId record, long number) {
      return new UpdateOneModel<>(
          doc(Field.ID, record.value(), Field.NUMBERED, BsonNull.VALUE),
          doc("$set", doc(Field.NUMBERED, int64(number))));
    }

    /** A consumer at a position: its document, and what finds it there. */
    static BsonDocument at(ConsumerName name, EventPosition position) {
      return id(name)
          .with(Field.NUMBER, position.number())
          .with(Field.PLACES, (long) position.places());
    }

    static Doc id(ConsumerName name) {
      return doc(Field.ID, name.value());
    }

    /** The consumer, or one line that names the document and says why it is none. */
    static Either<String, EventConsumer> consumer(BsonDocument document) {
      return Fields.read(
              document,
              fields ->
                  new EventConsumer(
                      fields.parsed(Field.ID, ConsumerName::parse),
                      new EventPosition(
                          fields.int64(Field.NUMBER), Math.toIntExact(fields.int64(Field.PLACES)))))
          .mapLeft(fault -> "consumer " + Fields.idText(document) + ": " + fault);
    }
  }
}
