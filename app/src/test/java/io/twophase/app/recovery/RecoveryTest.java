package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.FaultyStores;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.ProcessDeath;
import io.twophase.app.testing.RecordedStore;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.transaction.State;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryTest {

  private static final RecoveryRequest ALL = RecoveryRequest.olderThan(Duration.ZERO);

  private final FaultyStore store = FaultyStores.inMemory(Clock.systemUTC());
  private final TwoPhase host = Hosts.amongOthers(store.accounts(), store.transactions(), 2);

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  @ParameterizedTest(name = "killed after write {0}")
  @CsvSource({"0, PENDING", "1, PENDING", "2, APPLIED", "3, APPLIED"})
  void whatAProcessLeftIsFinished(int write, State left) {
    dieAfter(write, "t", 30);

    assertThat(recover(ALL)).containsExactly(new Recovered.Done("t", left));
    assertThat(balances()).isEqualTo(Map.of("A", 70L, "B", 30L));
    assertThat(recover(ALL)).isEmpty();
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @ParameterizedTest(name = "killed after write {0}")
  @CsvSource({"0, PENDING", "1, PENDING", "2, CANCELING", "3, CANCELING"})
  void whatIsRefusedIsReleased(int write, State left) {
    dieAfter(write, "t", 101);

    assertThat(recover(ALL))
        .singleElement()
        .isInstanceOfSatisfying(
            Recovered.Canceled.class, canceled -> assertThat(canceled.found()).isEqualTo(left));
    assertThat(balances()).isEqualTo(Map.of("A", 100L, "B", 0L));
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void aSubmittedTransactionIsClaimedAndRun() {
    TransferRequest request =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30));

    assertThat(host.transfers().enqueue(request)).isEqualTo(new EnqueueOutcome.Enqueued());
    assertThat(host.transfers().enqueue(request)).isEqualTo(new EnqueueOutcome.Enqueued());
    assertThat(balances()).isEqualTo(Map.of("A", 100L, "B", 0L));
    assertThat(recover(ALL)).containsExactly(new Recovered.Done("t", State.INITIAL));
    assertThat(balances()).isEqualTo(Map.of("A", 70L, "B", 30L));
  }

  @Test
  void aSubmittedTransactionIsRunByWhoeverAsksForTheSame() {
    TransferRequest request =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30));
    host.transfers().enqueue(request);

    assertThat(host.transfers().transfer(request)).isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(balances()).isEqualTo(Map.of("A", 70L, "B", 30L));
  }

  @Test
  void whatMakesNoTransactionOrHasAnothersIdIsNotStored() {
    host.transfers()
        .enqueue(
            new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30)));

    for (long amount : new long[] {0, 31}) {
      assertThat(
              host.transfers()
                  .enqueue(
                      new TransferRequest(
                          transactionId("t"), accountId("A"), accountId("B"), cents(amount))))
          .isInstanceOf(EnqueueOutcome.Refused.class);
    }
    store.faults().when(WriteKind.BEGIN).next(Fault.LOSE_ANSWER);
    assertThat(
            impatient()
                .transfers()
                .enqueue(
                    new TransferRequest(
                        transactionId("u"), accountId("A"), accountId("B"), cents(1))))
        .isInstanceOf(EnqueueOutcome.Unknown.class);
  }

  @Test
  void underThePolicyToCancelWhatIsUndecidedIsCanceledAndWhatIsDecidedIsFinished() {
    dieAfter(1, "undecided", 30);
    dieAfter(2, "decided", 20);

    List<Recovered> recovered =
        recover(new RecoveryRequest(Duration.ZERO, Option.none(), RecoveryRequest.Policy.CANCEL));

    assertThat(recovered)
        .hasSize(2)
        .contains(new Recovered.Done("decided", State.APPLIED))
        .anyMatch(one -> one instanceof Recovered.Canceled && one.id().equals("undecided"));
    assertThat(balances()).isEqualTo(Map.of("A", 80L, "B", 20L));
  }

  @Test
  void whatHasChangedLatelyIsAnothersWork() {
    dieAfter(1, "t", 30);

    assertThat(recover(RecoveryRequest.olderThan(Duration.ofMinutes(30)))).isEmpty();
    assertThat(balances()).isEqualTo(Map.of("A", 100L, "B", 0L));
  }

  @Test
  void anApplicationRecoversItsOwnAtStartUp() {
    dieAfter(1, "mine", 30);
    begin("others", "other");

    List<Recovered> recovered = recover(RecoveryRequest.leftBy(new ApplicationName("test")));

    assertThat(recovered).containsExactly(new Recovered.Done("mine", State.PENDING));
  }

  @Test
  void manyAreRecoveredInBatchesTheOldestFirst() {
    for (int at = 0; at < 7; at++) {
      begin("t" + at, "other");
      store.transactions().find(List.of(transactionId("t" + at)));
    }

    assertThat(recover(ALL)).hasSize(7).hasOnlyElementsOfType(Recovered.Done.class);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void recordsThatCannotBeReadDoNotHideWhatIsBehindThem() {
    int unreadable = 2 * TransactionRepository.MAX_LATEST + 1;
    dieAfter(1, "t", 30);
    TwoPhase behind =
        TwoPhase.over(store.accounts(), UnreadableFirst.over(store.transactions(), unreadable))
            .build();
    List<Recovered> recovered = new ArrayList<>();

    behind.recovery().pass(ALL, recovered::add);

    assertThat(recovered).hasSize(unreadable + 1).contains(new Recovered.Done("t", State.PENDING));
    assertThat(recovered).extracting(Recovered::id).doesNotHaveDuplicates();
    assertThat(balances()).isEqualTo(Map.of("A", 70L, "B", 30L));
  }

  @Test
  void roundsThatLeaveFailuresOutReadBehindThem() {
    TwoPhase behind =
        TwoPhase.over(
                store.accounts(),
                UnreadableFirst.over(store.transactions(), TransactionRepository.MAX_LATEST))
            .build();
    RecoveryRounds rounds = new RecoveryRounds(behind.recovery(), ALL);
    rounds.next(recovered -> {});
    rounds.next(recovered -> {});
    dieAfter(1, "t", 30);
    List<Recovered> third = new ArrayList<>();

    rounds.next(third::add);

    assertThat(third).containsExactly(new Recovered.Done("t", State.PENDING));
  }

  @Test
  void failuresAreReportedAndTriedLessAndLessOften() {
    dieAfter(1, "t", 30);
    RecoveryRounds rounds = new RecoveryRounds(impatient().recovery(), ALL);
    List<Integer> triedIn = new ArrayList<>();
    for (int round = 1; round <= 20; round++) {
      int now = round;
      store.faults().when(WriteKind.STAMP).next(Fault.LOSE_REQUEST);
      rounds.next(
          recovered -> {
            assertThat(recovered).isInstanceOf(Recovered.Unfinished.class);
            triedIn.add(now);
          });
    }

    assertThat(triedIn).containsExactly(1, 2, 4, 8, 16);
    store.faults().clear();
    assertThat(recover(ALL)).containsExactly(new Recovered.Done("t", State.PENDING));
  }

  private TwoPhase impatient() {
    return TwoPhase.over(store.accounts(), store.transactions())
        .settings(
            new TwoPhaseSettings(
                EngineSettings.of(application("impatient")).withPatience(Duration.ZERO), 10))
        .build();
  }

  private List<Recovered> recover(RecoveryRequest request) {
    List<Recovered> recovered = new ArrayList<>();
    host.recovery().pass(request, recovered::add);
    return recovered;
  }

  private void begin(String id, String owner) {
    store
        .transactions()
        .begin(
            List.of(
                new NewRecord.Begun(
                    transfer(id, "A", "B", cents(1)), application(owner), token(id))));
  }

  private void dieAfter(int write, String id, long amount) {
    RecordedStore recorded =
        new RecordedStore(store.accounts(), store.transactions()).dyingAt(write, true);
    TwoPhase dying = Hosts.amongOthers(recorded.accounts(), recorded.transactions(), 1);
    assertThatThrownBy(
            () ->
                dying
                    .transfers()
                    .transfer(
                        new TransferRequest(
                            transactionId(id), accountId("A"), accountId("B"), cents(amount))))
        .isInstanceOf(ProcessDeath.class);
  }

  private Map<String, Long> balances() {
    Map<String, Long> balances = new HashMap<>();
    Hosts.balances(store.accounts())
        .forEach((id, balance) -> balances.put(id.value(), exact(balance)));
    return balances;
  }

  private static long exact(BigInteger balance) {
    return balance.longValueExact();
  }
}
