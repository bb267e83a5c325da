package io.twophase.test.contract.event;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EventRepository;
import io.twophase.ports.NewRecord;
import io.twophase.test.contract.Moment;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What tests of events say: how records are decided, and what they are named by. */
public abstract class EventContract {

  static final BatchId BATCH = new BatchId("batch:1");
  static final BatchRecord.Owner OWNER = new BatchRecord.Owner(APP, Option.none(), token("owner"));

  private final Supplier<EventStore> fresh;
  private EventStore store;

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected EventContract(Supplier<EventStore> fresh) {
    this.fresh = fresh;
  }

  @BeforeEach
  final void takeAFreshStore() {
    store = fresh.get();
  }

  final EventRepository events() {
    return store.events();
  }

  final void begin(String id) {
    NewRecord record =
        new NewRecord.Begun(transfer(id, "A", "B", cents(1)), APP, token("token of " + id));
    assertThat(store.transactions().begin(List.of(record))).containsExactly(BeginOutcome.BEGUN);
  }

  final void submit(String id) {
    NewRecord record = new NewRecord.Submitted(transfer(id, "A", "B", cents(1)));
    assertThat(store.transactions().begin(List.of(record))).containsExactly(BeginOutcome.BEGUN);
  }

  final void move(Transition transition) {
    assertThat(store.transactions().advance(List.of(transition)))
        .containsExactly(MatchOutcome.MATCHED);
  }

  /** A moment later than what was decided before, and a moment before what is asked next. */
  final void decide(String id) {
    move(new Transition.Decide(transactionId(id), Epoch.FIRST));
    Moment.pass();
  }

  final void apply(String... ids) {
    for (String id : ids) {
      begin(id);
      decide(id);
    }
  }

  final void cancel(String id) {
    move(
        new Transition.BeginCancel(transactionId(id), Epoch.FIRST, ON_REQUEST, token("canceller")));
    Moment.pass();
  }

  final void finish(String id) {
    move(new Transition.Finish(transactionId(id)));
  }

  final void beginBatch(String... members) {
    NewBatch batch =
        new NewBatch(
            BATCH, Stream.of(members).map(id -> transfer(id, "A", "B", cents(1))).toList(), false);
    assertThat(store.batches().begin(batch, OWNER).record()).isEqualTo(BeginOutcome.BEGUN);
  }

  final void move(BatchTransition transition) {
    assertThat(store.batches().advance(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    Moment.pass();
  }

  final void decideBatch() {
    move(new BatchTransition.Decide(BATCH, epoch(1), LinkedHashMap.empty(), Verdict.allApplied()));
  }

  final EventStore store() {
    return store;
  }

  static RecordId lone(String id) {
    return new RecordId.OfTransaction(transactionId(id));
  }

  static RecordId batch() {
    return new RecordId.OfBatch(BATCH);
  }

  static NumberedRecord numbered(long number, RecordId record) {
    return new NumberedRecord(number, record);
  }
}
