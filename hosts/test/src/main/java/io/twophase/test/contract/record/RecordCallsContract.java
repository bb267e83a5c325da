package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.CancelReason.Recovered;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls of {@link Records} that a scene cannot make: of many at once, and of odd records. */
public abstract class RecordCallsContract extends RecordContract {

  private static final int RUNNERS = 8;

  private static Owner runner(int number) {
    return new Owner(RIVAL.application(), token("runner " + number));
  }

  @Test
  void membersAreReadBackWithTheirRecord() {
    NewRecord begun = four();
    begin(begun);

    List<Lookup> read = records().findMembers(begun.memberIds());

    assertThat(read).allMatch(lookup -> lookup.kind() == Lookup.Kind.FOUND);
    assertThat(read.stream().map(lookup -> withoutTime(lookup.member().orElseThrow())))
        .isEqualTo(begun.documents(Instant.EPOCH));
    assertThat(read).allMatch(lookup -> lookup.record().equals(Optional.of(record(BATCH))));
    assertThat(read.get(0).member().orElseThrow().createdAt()).isEqualTo(record(BATCH).createdAt());
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(records().insert(List.of())).isEmpty();
    assertThat(records().find(List.of())).isEmpty();
    assertThat(records().findMembers(List.of())).isEmpty();
  }

  @Test
  void ofManyWhoBeginOneIdOneDoesAndTheRecordIsIts() {
    List<BeginOutcome> outcomes =
        Race.of(
            RUNNERS,
            number -> {
              RecordId several = new RecordId("batch:" + number);
              NewRecord begun =
                  number % 2 == 0
                      ? NewRecord.alone(body("t1"), runner(number))
                      : NewRecord.several(several, List.of(body("t1")), false, runner(number));
              return records().insert(List.of(begun)).get(0).get(number % 2);
            });

    assertThat(outcomes).containsOnlyOnce(BeginOutcome.BEGUN);
    int winner = outcomes.indexOf(BeginOutcome.BEGUN);
    Lookup lookup = member("t1");
    assertThat(lookup.record().orElseThrow().isOwnedBy(runner(winner).token())).isTrue();
    assertThat(lookup.member().map(MemberDocument::record).isPresent()).isEqualTo(winner % 2 == 1);
  }

  @Test
  void ofManyWhoTakeARecordOverOneDoesAndTheRecordIsIts() {
    for (NewRecord begun : List.of(four(), alone("t1"))) {
      begin(begun);

      List<MatchOutcome> outcomes =
          Race.of(
              RUNNERS,
              number -> moved(Transition.acquire(begun.id(), Epoch.FIRST, runner(number))));

      assertThat(outcomes).containsOnlyOnce(MATCHED);
      assertThat(record(begun.id()).isOwnedBy(runner(outcomes.indexOf(MATCHED)).token())).isTrue();
    }
  }

  @Test
  void anExclusionIsInTheDecisionOrComesTooLate() {
    for (int round = 0; round < 20; round++) {
      RecordId id = new RecordId("batch:race-" + round);
      String member = "member-" + round;
      begin(several(id, member));
      Transition exclude = Transition.exclude(id, transactionId(member), new Recovered());
      Transition decide = decideAll(id, member);

      List<MatchOutcome> outcomes = Race.of(2, number -> moved(number == 0 ? exclude : decide));

      assertThat(outcomes).containsOnlyOnce(MATCHED);
      assertThat(record(id).excluded().isEmpty()).isEqualTo(outcomes.get(0) != MATCHED);
    }
  }

  @Test
  void ofManyWhoTakeAMemberOneDoes() {
    begin(four());
    MemberDocument free = document(BATCH, "m1");

    List<MatchOutcome> outcomes =
        Race.of(
            RUNNERS,
            number -> {
              RecordId other = new RecordId("batch:runner-" + number);
              MemberTake take =
                  number % 2 == 0 ? MemberTake.into(other, free) : MemberTake.alone(free, OWNER);
              return records().take(List.of(take)).get(0);
            });

    assertThat(outcomes).containsOnlyOnce(MATCHED);
  }

  @Test
  void whatHasNotEndedIsNotRemoved() {
    Stream.of(State.values()).forEach(state -> store(state.name(), state));
    TransactionRecord done = record(id("DONE"));
    List<Removal> asked = new ArrayList<>();
    List<MatchOutcome> expected = new ArrayList<>();
    for (State state : State.values()) {
      TransactionRecord there = record(id(state.name()));
      TransactionRecord going = state.isFinal() ? there : takenForEnded(there, done);
      asked.add(new Removal(Either.left(going), Optional.empty()));
      expected.add(state.isFinal() ? MATCHED : NOT_MATCHED);
    }

    assertThat(records().remove(asked)).isEqualTo(expected);
  }

  /** The record as it may have been read by who takes it for ended. */
  private static TransactionRecord takenForEnded(TransactionRecord record, TransactionRecord done) {
    return Copies.with(
        record, "state", State.DONE, "reason", Optional.empty(), "timeline", done.timeline());
  }

  @Test
  void aReceiptTellsHowMuchWasMoved() {
    NewTransaction atMost =
        Answers.accepted(
            NewTransaction.transfer(
                transactionId("t1"), accountId("A"), accountId("B"), cents(9), true));
    begin(NewRecord.alone(atMost, OWNER));
    Verdict four =
        new Verdict(Map.of(), Set.of(), Set.of(), Map.of(transactionId("t1"), List.of(4L, 4L)));
    move(Transition.decide(id("t1"), ids("t1"), Epoch.FIRST, Map.of(), four), finish(id("t1")));
    Transaction done = member("t1").transaction().orElseThrow();
    Removal removal = new Removal(Either.left(record(id("t1"))), Receipt.of(done));

    assertThat(records().remove(List.of(removal))).containsExactly(MATCHED);

    Receipt receipt = member("t1").receipt().orElseThrow();
    assertThat(receipt.moved()).contains(4L);
    assertThat(receipt.isAnswerTo(atMost)).isTrue();
    assertThat(receipt.isAnswerTo(body("t1"))).isFalse();
  }

  @Test
  void someReceiptIsToBeRemoved() {
    assertThatIllegalArgumentException().isThrownBy(() -> records().removeReceipts(ZERO, 0));
  }

  @Test
  void aScanShowsEveryTransactionOnceHoweverManyThereAre() {
    List<String> names = IntStream.range(10_000, 12_500).mapToObj(n -> "t" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    begin(several(BATCH, shuffled.subList(0, 1_000).toArray(String[]::new)));
    begin(shuffled.stream().skip(1_000).map(RecordContract::alone).toArray(NewRecord[]::new));

    List<String> shown = new ArrayList<>();
    records().scan(Optional.empty(), lookup -> shown.add(lookup.id()));

    assertThat(shown).isEqualTo(names);
  }

  @Test
  void whoeverScansMayMoveRecordsMeanwhile() {
    begin(alone("t1"), alone("t2"), alone("t3"));

    records().scan(Optional.empty(), shown -> move(decideAlone(shown.id())));

    assertThat(List.of("t1", "t2", "t3")).allMatch(id -> record(id(id)).state() == State.APPLIED);
  }
}
