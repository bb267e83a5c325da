package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.contract.Enclosing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The words of tests of records: one of m1 to m4, one of one, their transitions. */
@ExtendWith(Enclosing.class)
public abstract class RecordContract {

  static final RecordId BATCH = new RecordId("batch:1");
  static final Owner OWNER = new Owner(APP, Optional.of(new OwnerId("host:1")), token("owner"));
  static final Owner RIVAL = new Owner(APP, token("rival"));
  static final CancelReason REFUSAL = new HoldRefusal.NoSuchAccount(new AccountId("B"));
  static final Duration WEEK = Duration.ofDays(7);

  private RecordsContract contract;
  private Records records;

  @BeforeEach
  final void takeFreshRecords(RecordsContract ofAdapter) {
    contract = ofAdapter;
    refresh();
  }

  /** Goes on with fresh records. */
  final void refresh() {
    records = contract.records();
  }

  final Records records() {
    return records;
  }

  final void letTimePass() {
    contract.letTimePass();
  }

  static NewTransaction body(String id) {
    return transfer(id, "A", "B", cents(7));
  }

  static NewTransaction authorization(String id) {
    return body(id).authorizedUnder(new AuthorizationTerms(WEEK));
  }

  static NewRecord alone(String id) {
    return NewRecord.alone(body(id), OWNER);
  }

  static NewRecord several(RecordId id, String... members) {
    return NewRecord.several(
        id, Stream.of(members).map(RecordContract::body).toList(), false, OWNER);
  }

  static NewRecord four() {
    return several(BATCH, "m1", "m2", "m3", "m4");
  }

  static RecordId id(String only) {
    return RecordId.of(transactionId(only));
  }

  static List<TransactionId> ids(String... ids) {
    return Stream.of(ids).map(TransactionId::new).toList();
  }

  /** Inserts records that are free, with all of their members. */
  final void begin(NewRecord... begun) {
    List<List<BeginOutcome>> outcomes = records.insert(List.of(begun));
    assertThat(outcomes).hasSize(begun.length);
    for (int at = 0; at < begun.length; at++) {
      int documents = begun[at].id().isOfMany() ? 1 + begun[at].members().size() : 1;
      assertThat(outcomes.get(at)).hasSize(documents).containsOnly(BeginOutcome.BEGUN);
    }
  }

  final MatchOutcome moved(Transition transition) {
    return moved(List.of(transition)).get(0);
  }

  final List<MatchOutcome> moved(List<Transition> transitions) {
    List<MatchOutcome> outcomes = records.move(transitions);
    assertThat(outcomes).hasSameSizeAs(transitions);
    for (int at = 0; at < transitions.size(); at++) {
      if (transitions.get(at).isClosing() && outcomes.get(at) == MatchOutcome.MATCHED) {
        awaitShown(transitions.get(at));
      }
    }
    return outcomes;
  }

  /** A store may acknowledge the end of a record before its reads show it. */
  private void awaitShown(Transition transition) {
    long tooLate = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    boolean forgets = transition.kind() == Transition.Kind.FORGET;
    while (!read(transition.record()).stream()
        .anyMatch(shown -> shown.state() == transition.to() && !(forgets && shown.leavesOut()))) {
      assertThat(System.nanoTime()).as("%s is shown", transition).isLessThan(tooLate);
    }
  }

  final void move(Transition... transitions) {
    for (Transition transition : transitions) {
      assertThat(moved(transition)).as("%s", transition).isEqualTo(MatchOutcome.MATCHED);
    }
  }

  static Transition decideAlone(String id) {
    return decideAll(id(id), id);
  }

  static Transition decideAll(RecordId record, String... members) {
    return Transition.decide(record, ids(members), Epoch.FIRST, Map.of(), Verdict.ALL_APPLIED);
  }

  /** A cancel of a record as it was begun. */
  static Transition cancel(NewRecord begun, CancelReason reason) {
    return Transition.cancel(begun.stored(Instant.EPOCH), reason, RIVAL, List.of());
  }

  static Transition finish(RecordId id) {
    return Transition.finish(id, State.APPLIED);
  }

  static Transition finishCancel(RecordId id) {
    return Transition.finish(id, State.CANCELING);
  }

  /** A transaction alone, brought to a state. */
  final void store(String id, State state) {
    NewRecord begun =
        switch (state) {
          case INITIAL -> NewRecord.submitted(body(id));
          case AUTHORIZED -> NewRecord.alone(authorization(id), OWNER);
          default -> alone(id);
        };
    begin(begun);
    move(StoredRecords.to(begun, state, Verdict.ALL_APPLIED).toArray(Transition[]::new));
  }

  final Lookup lookup(RecordId id) {
    List<Lookup> lookups = records.find(List.of(id));
    assertThat(lookups).hasSize(1);
    return lookups.get(0);
  }

  final Optional<TransactionRecord> read(RecordId id) {
    return lookup(id).record();
  }

  final TransactionRecord record(RecordId id) {
    assertThat(lookup(id).kind()).isEqualTo(Lookup.Kind.FOUND);
    return read(id).orElseThrow();
  }

  final Lookup member(String id) {
    List<Lookup> lookups = records.findMembers(ids(id));
    assertThat(lookups).hasSize(1);
    return lookups.get(0);
  }

  /** The member's document, with its time made alike. */
  final Optional<MemberDocument> document(String id) {
    return member(id).member().map(RecordContract::withoutTime);
  }

  static MemberDocument document(RecordId record, String id) {
    return new MemberDocument(record, body(id), Instant.EPOCH);
  }

  static MemberDocument withoutTime(MemberDocument member) {
    return new MemberDocument(member.record(), member.body(), Instant.EPOCH);
  }

  final List<String> list(RecordQuery query) {
    return records.list(query).stream().map(Lookup::id).toList();
  }

  /** The ids that page after page shows. */
  final List<String> paged(RecordQuery query) {
    List<String> shown = new ArrayList<>();
    RecordQuery next = query;
    for (List<Lookup> page = records.list(next);
        !page.isEmpty() && shown.size() < 999;
        page = records.list(next)) {
      page.forEach(lookup -> shown.add(lookup.id()));
      next = next.after(page);
    }
    return shown;
  }

  /** Takes a member; one that is taken is then as the domain says. */
  final MatchOutcome take(MemberTake take) {
    Lookup before = member(take.member().value());
    List<MatchOutcome> outcomes = records.take(List.of(take));
    assertThat(outcomes).hasSize(1);
    if (outcomes.get(0) == MatchOutcome.MATCHED) {
      Lookup after = member(take.member().value());
      take.taken(before.member().orElseThrow(), Instant.EPOCH)
          .peekLeft(
              record ->
                  assertThat(after.record().map(RecordContract::withoutTimes))
                      .contains(withoutTimes(record)))
          .peek(
              member -> {
                assertThat(after.member().map(RecordContract::withoutTime))
                    .contains(withoutTime(member));
                assertThat(after.member().orElseThrow().createdAt())
                    .isEqualTo(before.member().orElseThrow().createdAt());
              });
    }
    return outcomes.get(0);
  }

  /** The record with its times made alike: nobody can foretell what the store's clock said. */
  static TransactionRecord withoutTimes(TransactionRecord record) {
    return record.withTimes(at -> Instant.EPOCH);
  }

  static Epoch at(long value) {
    return epoch(value);
  }
}
