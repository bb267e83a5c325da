package io.twophase.example;

import static io.twophase.TwoPhase.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.event.TreeHead;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java of docs/GUIDE.md that no page of docs/tasks shows. */
class GuideTest {

  private final FaultyStore store = FaultyStore.over(InMemoryStore.create(Clock.systemUTC()));
  private final TwoPhase twophase = TwoPhase.over(store).build();

  @BeforeEach
  void accounts() {
    twophase.accounts().open(account("customer"), money("50.00", "USD"));
    twophase.accounts().open(account("shop"), money("0.00", "USD"));
  }

  @AfterEach
  void close() {
    twophase.close();
  }

  private static TransferRequest invoice(String number, String amount) {
    return transfer("invoice-" + number, "customer", "shop", money(amount, "USD"));
  }

  @Test
  void manyTransfersAtOnce() {
    var invoices = List.of(invoice("10", "45.00"), invoice("11", "10.00"), invoice("12", "5.00"));
    var outcomes = twophase.transfers().transferAll(invoices, Order.AS_GIVEN);
    var later = twophase.transfers().submit(invoice("12", "5.00"), AnswerTime.WHEN_DECIDED);

    assertThat(outcomes).extracting(it -> it.isApplied()).containsExactly(true, false, true);
    assertThat(later.join().isApplied()).isTrue();
  }

  @Test
  void aKeptHeadShowsThatNothingWasChanged() {
    twophase.evidence().turnOn();
    twophase.transfers().transfer(invoice("7", "1.00"));
    twophase.evidence().grow();
    String kept = twophase.evidence().head().toString();
    twophase.transfers().transfer(invoice("8", "1.00"));

    assertThat(isAsItWas(kept)).isTrue();
    assertThat(isAsItWas(TreeHead.EMPTY.toString().replace("0:", "1:"))).isFalse();
  }

  private boolean isAsItWas(String kept) {
    return twophase.audit().runAgainst(TreeHead.parse(kept).get()).isClean();
  }

  @Test
  void aLostAnswerChargesNobodyTwice() {
    store.faults().when(WriteKind.HOLD).next(Fault.LOSE_ANSWER);
    assertThat(twophase.transfers().transfer(invoice("7", "20.00")).isApplied()).isTrue();
    assertThat(store.faults().outstanding()).isZero();
  }
}
