package io.twophase.test.contract.transaction;

import static io.twophase.domain.outcome.BeginOutcome.BEGUN;
import static io.twophase.domain.outcome.BeginOutcome.ID_TAKEN;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.Race;
import io.twophase.test.contract.account.AccountContract;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link TransactionRepository#begin}. */
public abstract class BeginningContract extends TransactionContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected BeginningContract(Supplier<TransactionRepository> fresh) {
    super(fresh);
  }

  @Test
  void aSubmittedRecordIsInitialAndNobodys() {
    NewRecord record = submitted(body("t1"));

    assertThat(transactions().begin(List.of(record))).containsExactly(BEGUN);

    assertThat(read("t1")).isIn(State.INITIAL).isAtEpoch(0).isUnclaimed().wasNotCanceled();
    assertStoredAs(record);
  }

  @Test
  void aBegunRecordIsPendingAndItsFirstOwners() {
    NewRecord record = new NewRecord.Begun(body("t1"), application("App 7"), token("mine"));

    assertThat(transactions().begin(List.of(record))).containsExactly(BEGUN);

    assertThat(read("t1")).isIn(State.PENDING).isAtEpoch(1).isOwnedBy(token("mine"));
    assertStoredAs(record);
  }

  @Test
  void aNewRecordWasModifiedWhenItWasCreated() {
    begin(begun(body("t1")));

    assertThat(read("t1").lastModified()).isEqualTo(read("t1").createdAt());
  }

  @ParameterizedTest
  @EnumSource
  void anIdIsTakenWhateverIsStoredThereAndThatIsLeftAlone(State state) {
    store(body("t1"), state);
    Transaction before = read("t1");

    assertThat(transactions().begin(List.of(begun(body("t1"))))).containsExactly(ID_TAKEN);
    assertThat(transactions().begin(List.of(submitted(transfer("t1", "X", "Y", usd("9"))))))
        .containsExactly(ID_TAKEN);
    assertThat(read("t1")).isEqualTo(before);
  }

  @Test
  void idsAreToldApartByCase() {
    begin(begun(body("t1")), begun(body("T1")));

    assertThat(read("T1").id().value()).isEqualTo("T1");
  }

  @Test
  void inABatchTheTakenOnesAreToldAndTheOthersBegun() {
    begin(begun(body("t2")), submitted(body("t4")));

    assertThat(
            transactions()
                .begin(
                    List.of(
                        begun(body("t1")),
                        begun(body("t2")),
                        submitted(body("t3")),
                        begun(body("t4")),
                        begun(body("t5")))))
        .containsExactly(BEGUN, ID_TAKEN, BEGUN, ID_TAKEN, BEGUN);
    assertThat(read("t1")).isIn(State.PENDING);
    assertThat(read("t3")).isIn(State.INITIAL);
    assertThat(read("t4")).isIn(State.INITIAL);
    assertThat(read("t5")).isIn(State.PENDING);
  }

  @Test
  void anIdNamedTwiceInACallIsBegunOnce() {
    assertThat(transactions().begin(List.of(begun(body("t1")), begun(body("t1")))))
        .containsExactlyInAnyOrder(BEGUN, ID_TAKEN);
    assertThat(read("t1").history()).hasSize(1);
  }

  @Test
  void aThousandAreBegunInOneCall() {
    List<NewRecord> records =
        IntStream.range(0, 1_000).mapToObj(n -> begun(body("t" + n))).toList();

    assertThat(transactions().begin(records)).hasSize(1_000).containsOnly(BEGUN);
    assertThat(transactions().begin(records)).hasSize(1_000).containsOnly(ID_TAKEN);
    assertStoredAs(records.get(999));
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(transactions().begin(List.of())).isEmpty();
  }

  @RepeatedTest(5)
  void ofManyWhoBeginOneIdOneDoesAndTheRecordIsIts() {
    List<BeginOutcome> outcomes =
        Race.of(
            8,
            runner ->
                AccountContract.only(
                    transactions()
                        .begin(
                            List.of(new NewRecord.Begun(body("t1"), APP, token("r" + runner))))));

    assertThat(outcomes).containsOnlyOnce(BEGUN).containsOnly(BEGUN, ID_TAKEN);
    assertThat(read("t1")).isOwnedBy(token("r" + outcomes.indexOf(BEGUN)));
  }

  private void assertStoredAs(NewRecord record) {
    assertThat(withoutTimes(read(record.id())))
        .isEqualTo(withoutTimes(record.stored(Instant.EPOCH)));
  }
}
