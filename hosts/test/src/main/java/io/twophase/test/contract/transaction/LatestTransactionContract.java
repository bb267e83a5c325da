package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionRepository;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link TransactionRepository#findLatest}. */
public abstract class LatestTransactionContract extends TransactionContract {

  private final Runnable letTimePass;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param letTimePass lets the store's clock advance
   */
  protected LatestTransactionContract(Supplier<TransactionRepository> fresh, Runnable letTimePass) {
    super(fresh);
    this.letTimePass = letTimePass;
  }

  @ParameterizedTest
  @EnumSource
  void theLatestIsTheRecordInEveryState(State state) {
    store(body("t1"), state);
    Transaction before = read("t1");
    letTimePass.run();

    assertThat(latest("t1")).isEqualTo(before);
    assertThat(latest("t1").state()).isEqualTo(state);
    assertThat(read("t1")).isEqualTo(before);
  }

  @Test
  void aRecordThatIsNotThereIsAbsentAndItsIdIsFree() {
    assertThat(transactions().findLatest(transactionId("t1")))
        .isEqualTo(new TransactionLookup.Absent(transactionId("t1")));
    begin(begun(body("t1")));
  }

  @Test
  void askingForTheLatestLeavesTheRecordToItsOwner() {
    begin(begun(body("t1")));
    latest("t1");

    assertThat(moved(new Transition.Decide(transactionId("t1"), Epoch.FIRST)))
        .isEqualTo(MatchOutcome.MATCHED);
    assertThat(latest("t1").state()).isEqualTo(State.APPLIED);
    assertThat(moved(new Transition.Finish(transactionId("t1")))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(latest("t1").state()).isEqualTo(State.DONE);
  }

  private Transaction latest(String id) {
    return recordOf(transactions().findLatest(transactionId(id)));
  }
}
