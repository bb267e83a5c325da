package io.twophase.adapter.mongo.scene;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Records.Whole;
import io.twophase.test.contract.record.RecordWords;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Calls on records, in the words of {@link RecordWords}. */
final class RecordSteps {

  private final Supplier<MongoStore> store;

  RecordSteps(Supplier<MongoStore> store) {
    this.store = store;
  }

  private Records records() {
    return store.get().records();
  }

  public String insert(NewRecord[] all) {
    return records().insert(List.of(all)).stream()
        .map(outcomes -> outcomes.stream().map(Words::outcome).collect(joining(" ")))
        .collect(joining(", "));
  }

  /** A record is run as one transaction of the server. */
  public String whole(NewRecord all) {
    Whole told = records().tryWhole(all);
    return Words.outcome(told.kind()) + told.record().map(RecordSteps::end).orElse("");
  }

  private static String end(TransactionRecord ended) {
    return " "
        + Words.outcome(ended.state())
        + ended.reason().map(why -> " for " + why.kind()).orElse("");
  }

  public boolean runs() {
    return records().runsWhole();
  }

  public List<MatchOutcome> move(Transition[] transitions) {
    return records().move(List.of(transitions));
  }

  public List<MatchOutcome> take(MemberTake[] takes) {
    return records().take(List.of(takes));
  }

  /** A record that has ended is replaced by its receipt. */
  public List<MatchOutcome> replace(RecordId id) {
    TransactionRecord ended = record(id);
    return records()
        .remove(List.of(new Removal(Either.left(ended), Receipt.of(ended.alone().orElseThrow()))));
  }

  public Lookup look(RecordId id) {
    return records().find(List.of(id)).get(0);
  }

  public Lookup newest(TransactionId id) {
    return records().findLatest(id);
  }

  public Lookup member(TransactionId id) {
    return records().findMembers(List.of(id)).get(0);
  }

  public Verdict verdict(RecordId id) {
    return record(id).verdict();
  }

  public boolean decided(RecordId id) {
    return record(id).timeline().decidedAt().isPresent();
  }

  public boolean ended(RecordId id) {
    return record(id).endedAt().isPresent();
  }

  public List<String> unfinished(int limit, String skip) {
    RecordQuery query = RecordQuery.unfinished(Duration.ZERO, limit);
    return named(records().list(skip.isEmpty() ? query : query.withSkip(Integer.parseInt(skip))));
  }

  public List<String> inState(State state) {
    return named(
        records().list(RecordQuery.latest(Optional.of(state), Optional.empty(), Labels.NONE, 10)));
  }

  /** The records that have ended are in the order of their names. */
  public List<String> finished(Duration idle, int limit) {
    return named(records().list(RecordQuery.ended(idle, limit))).stream().sorted().toList();
  }

  /** So many records that have ended, or have not, are on pages of so many, in their order. */
  public int paged(String kind, int limit) {
    boolean haveEnded = kind.equals("ended");
    Set<String> shown = new HashSet<>();
    RecordQuery query =
        haveEnded
            ? RecordQuery.ended(Duration.ZERO, limit)
            : RecordQuery.unfinished(Duration.ZERO, limit);
    query.pages(
        records(),
        page -> {
          page.forEach(one -> shown.add(one.id()));
          if (haveEnded) {
            assertThat(
                    page.stream().map(one -> Ending.of(one.record().orElseThrow()).orElseThrow()))
                .isSorted();
          }
          return true;
        });
    return shown.size();
  }

  public List<String> walk() {
    List<Lookup> all = new ArrayList<>();
    records().scan(Optional.empty(), all::add);
    return named(all);
  }

  private static List<String> named(List<Lookup> all) {
    return all.stream().map(one -> one.id() + " " + words(one)).toList();
  }

  public String searches() {
    return records().searchIndexes().toString();
  }

  private TransactionRecord record(RecordId id) {
    return look(id).record().orElseThrow();
  }

  /** Verbs of the words that the contract of records has, too. */
  Verbs reading(Verbs verbs) {
    return verbs
        .reading(RecordId.class, RecordWords::record)
        .reading(NewRecord.class, RecordWords::begun)
        .reading(
            NewRecord[].class,
            all -> RecordWords.each(all, RecordWords::begun).toArray(NewRecord[]::new))
        .reading(
            Transition[].class,
            all ->
                RecordWords.each(all, each -> RecordWords.transition(each, this::record))
                    .toArray(Transition[]::new))
        .reading(
            MemberTake[].class,
            all -> RecordWords.each(all, RecordWords::take).toArray(MemberTake[]::new))
        .saying(Lookup.class, RecordSteps::words);
  }

  static String words(Lookup lookup) {
    return lookup
        .fault()
        .map(fault -> "unreadable" + (lookup.member().isPresent() ? " member: " : ": ") + fault)
        .or(() -> lookup.record().map(record -> Words.outcome(record.state())))
        .or(() -> lookup.receipt().map(Object::toString))
        .orElseGet(() -> Words.outcome(lookup.kind()));
  }
}
