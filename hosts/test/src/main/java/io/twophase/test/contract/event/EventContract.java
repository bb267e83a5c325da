package io.twophase.test.contract.event;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.State;
import io.twophase.ports.EventRepository;
import io.twophase.test.contract.Enclosing;
import io.twophase.test.contract.Moment;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The words of the tests of events: how records are decided, and what they are named by. */
@ExtendWith(Enclosing.class)
public abstract class EventContract {

  static final RecordId BATCH = new RecordId("batch:1");
  static final Owner OWNER = new Owner(APP, token("owner"));

  private EventRepositoryContract contract;
  private EventStore store;

  @BeforeEach
  final void takeAFreshStore(EventRepositoryContract ofAdapter) {
    contract = ofAdapter;
    store = contract.store();
  }

  final EventRepositoryContract contract() {
    return contract;
  }

  final EventRepository events() {
    return store.events();
  }

  final void begin(NewRecord record) {
    assertThat(store.records().insert(List.of(record)).get(0)).containsOnly(BeginOutcome.BEGUN);
  }

  final void begin(String id) {
    begin(NewRecord.alone(transfer(id, "A", "B", cents(1)), OWNER));
  }

  final void submit(String id) {
    begin(NewRecord.submitted(transfer(id, "A", "B", cents(1))));
  }

  /** A moment later than what was decided before, and a moment before what is asked next. */
  final void move(Transition transition) {
    assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    Moment.pass();
  }

  final void decide(RecordId id) {
    List<TransactionId> members = record(id).members();
    move(Transition.decide(id, members, Epoch.FIRST, Map.of(), Verdict.ALL_APPLIED));
  }

  final void apply(String... ids) {
    for (String id : ids) {
      begin(id);
      decide(lone(id));
    }
  }

  final void cancel(RecordId id) {
    move(Transition.cancel(record(id), ON_REQUEST, OWNER, List.of()));
  }

  final void finish(RecordId id) {
    move(Transition.finish(id, State.APPLIED));
  }

  final TransactionRecord record(RecordId id) {
    return store.records().find(List.of(id)).get(0).record().orElseThrow();
  }

  final void beginBatch(String... members) {
    begin(
        NewRecord.several(
            BATCH,
            Stream.of(members).map(id -> transfer(id, "A", "B", cents(1))).toList(),
            false,
            OWNER));
  }

  final EventStore store() {
    return store;
  }

  static RecordId lone(String id) {
    return new RecordId(id);
  }

  static NumberedRecord numbered(long number, RecordId record) {
    return new NumberedRecord(number, record);
  }
}
