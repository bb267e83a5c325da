package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.array;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.oneOf;
import static io.twophase.adapter.mongo.document.Docs.unlessEmpty;

import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.record.Removals.ReceiptCodec;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The lists of records: each goes by an index of its own, where there is one, or by the ids. */
record RecordQueries(Reads reads, Lookups lookups, ServerClock clock, RecordRetention retention) {

  /** A page of a scan has so many bytes of operations, and one body more. */
  private static final int PAGE_BYTES = 16_000_000;

  /** The first text after all that begin as ids of records of several do. */
  private static final String AFTER_SEVERAL = "batch;";

  private static final BsonDocument NO_TRANSACTION =
      doc("$nin", List.of(new BsonString(Field.KIND_BATCH), new BsonString(Field.KIND_RECEIPT)));

  private static final BsonDocument NEWEST_FIRST = order(Field.CREATED_AT, -1);
  private static final BsonDocument EXPIRED_FIRST = order(Field.EXPIRES_AT, 1);

  /** By Unicode code point, as a server sorts texts. */
  private static final Comparator<BsonDocument> BY_ID =
      Comparator.comparing(
          document -> Fields.idText(document).getBytes(StandardCharsets.UTF_8),
          Arrays::compareUnsigned);

  private static BsonDocument order(String date, int direction) {
    return doc(date, direction, Field.ID, 1);
  }

  List<Lookup> list(RecordQuery query) {
    return switch (query.kind()) {
      case LATEST -> latest(query);
      case UNFINISHED ->
          byChange(
              query,
              Indexes.isOpen(oneOf(StateNames.open()))
                  .with(Field.APPLICATION, query.application().map(ApplicationName::value)));
      case AUTHORIZED ->
          records(
              reads.page(
                  byDate(query, Field.EXPIRES_AT, Indexes.isAuthorized(), doc()),
                  EXPIRED_FIRST,
                  query.skip(),
                  query.limit()));
      case ENDED -> records(ended(query));
      // by the index of these, and where there is none by their ids
      case LEAVING_OUT ->
          byChange(query, Indexes.leavesOut().with(ofSeveral()).with(Field.STATE, ended()));
      case NAMING -> naming(query.named().orElseThrow());
    };
  }

  private List<Lookup> records(List<BsonDocument> found) {
    return found.stream().map(lookups::record).toList();
  }

  private List<Lookup> byChange(RecordQuery query, Doc filter) {
    BsonDocument all = byDate(query, Field.LAST_MODIFIED, filter, doc());
    return records(reads.pageByDate(all, Field.LAST_MODIFIED, query.skip(), query.limit()));
  }

  private List<Lookup> transactions(List<BsonDocument> found) {
    return lookups.members(found).stream()
        .filter(lookup -> lookup.kind() != Lookup.Kind.ABSENT)
        .toList();
  }

  private List<Lookup> latest(RecordQuery query) {
    Doc filter = doc(Field.KIND, NO_TRANSACTION);
    for (State state : query.state().stream().toList()) {
      BsonDocument named = oneOf(StateNames.all(state));
      filter.with(state.isFinal() ? doc(Field.STATE, named) : Indexes.isOpen(named));
    }
    filter.with("$or", query.account().map(RecordQueries::touching));
    filter.with(BodyDocuments.requireLabels(query.labels()));
    BsonDocument dates = doc("$gte", query.createdSince().map(Places::date));
    query
        .after()
        .ifPresent(place -> Places.before(filter, dates, Field.CREATED_AT, place.at(), id(place)));
    filter.with(Field.CREATED_AT, unlessEmpty(dates));
    return transactions(reads.page(filter, NEWEST_FIRST, query.skip(), query.limit()));
  }

  private static BsonArray touching(AccountId account) {
    return array(
        Stream.of(Field.SOURCE, Field.DESTINATION, Docs.path(Field.OPERATIONS, Field.ACCOUNT))
            .map(field -> doc(field, account.value()))
            .toList());
  }

  /**
   * The two kinds of records end by fields of their own: both lists are merged. A server that keeps
   * dates more finely than it tells them has not sorted what ended in one millisecond by id.
   */
  private List<BsonDocument> ended(RecordQuery query) {
    int all = query.skip() + query.limit();
    List<BsonDocument> found =
        new ArrayList<>(reads.pageByDate(endedAlone(query), Field.FINISHED_AT, 0, all));
    found.addAll(
        reads.pageByDate(byEnd(query, Field.ENDED_AT, ofSeveral()), Field.ENDED_AT, 0, all));
    found.sort(Comparator.comparing(RecordQueries::end).thenComparing(BY_ID));
    return found.subList(Math.min(query.skip(), found.size()), Math.min(all, found.size()));
  }

  private static BsonDateTime end(BsonDocument document) {
    BsonValue end = document.get(RecordCodec.end(RecordCodec.isOfSeveral(document)));
    return end != null && end.isDateTime() ? end.asDateTime() : new BsonDateTime(0);
  }

  private BsonDocument endedAlone(RecordQuery query) {
    Doc filter = doc();
    if (retention.isByServer()) {
      // the server removes all others
      Indexes.isReversal(filter);
    }
    return byEnd(query, Field.FINISHED_AT, filter);
  }

  private BsonDocument byEnd(RecordQuery query, String field, Doc filter) {
    return byDate(query, field, filter.with(Field.STATE, ended()), exists());
  }

  private static Doc ofSeveral() {
    BsonDocument ids = doc("$gte", TransactionId.BATCH_PREFIX, "$lt", AFTER_SEVERAL);
    return doc(Field.KIND, Field.KIND_BATCH, Field.ID, ids);
  }

  private static BsonDocument ended() {
    List<BsonString> names = new ArrayList<>(StateNames.all(State.DONE));
    names.addAll(StateNames.all(State.CANCELED));
    return oneOf(names);
  }

  /**
   * @param dates the condition of the date, beside that of the query
   */
  private BsonDocument byDate(RecordQuery query, String field, Doc filter, Doc dates) {
    dates.with("$lte", query.unmodifiedFor().map(since -> Places.date(clock.now(), since)));
    query.after().ifPresent(place -> Places.after(filter, dates, field, place.at(), id(place)));
    return filter.with(field, unlessEmpty(dates));
  }

  private static Optional<String> id(RecordQuery.Place place) {
    return place.id().map(RecordId::value);
  }

  private List<Lookup> naming(TransactionRecord record) {
    BsonString id = new BsonString(record.id().value());
    List<BsonDocument> found = new ArrayList<>();
    if (record.isTombstone()) {
      reads.all(doc(Field.BATCH, id), found::add);
    } else {
      found.addAll(
          reads.byId(record.members().stream().map(TransactionId::value).toList()).values());
      found.removeIf(document -> !id.equals(document.get(Field.BATCH)));
    }
    found.sort(BY_ID);
    return transactions(found).stream()
        .filter(
            lookup ->
                lookup.member().map(member -> member.record().equals(record.id())).orElse(true))
        .toList();
  }

  /** Shows transactions in the order of their ids, those of one page with their records at once. */
  void scan(Optional<AccountId> account, Consumer<Lookup> consumer) {
    BsonDocument filter =
        doc(Field.KIND, NO_TRANSACTION, "$or", account.map(RecordQueries::touching));
    List<BsonDocument> page = new ArrayList<>();
    int[] bytes = {0};
    reads.all(
        filter,
        document -> {
          page.add(document);
          bytes[0] += document.containsKey(Field.OPERATIONS) ? Docs.bytes(document).length : 0;
          if (page.size() == Calls.READ_AT_ONCE || bytes[0] > PAGE_BYTES) {
            show(page, consumer);
            bytes[0] = 0;
          }
        });
    show(page, consumer);
  }

  void scanReceipts(Consumer<Lookup> consumer) {
    reads.all(ReceiptCodec.all(), document -> consumer.accept(lookups.record(document)));
  }

  private void show(List<BsonDocument> page, Consumer<Lookup> consumer) {
    transactions(page).forEach(consumer);
    page.clear();
  }
}
