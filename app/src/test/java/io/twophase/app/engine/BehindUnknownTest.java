package io.twophase.app.engine;

import static io.twophase.app.testing.Books.request;
import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In file order, nothing is held behind a transfer that had no certain answer. */
class BehindUnknownTest {

  private static final Target DEBITED = new Target.OfAccount(accountId("A"));

  private final InMemoryStore store = Books.inMemory(100, 0, 0);

  /** What becomes of the account that all rows debit, in whatever call it is. */
  enum Debit {
    FAILS,
    IN_DOUBT
  }

  private static List<TransferRequest> rows() {
    return List.of(request("r1", "A", "B", 60), request("r2", "A", "C", 50));
  }

  /**
   * Imports the rows while so many calls fail at A: the first with all that is in the same call.
   */
  private List<TransactionOutcome> imported(Debit fault, int times) {
    AtomicInteger failed = new AtomicInteger();
    Store failing =
        Books.at(
            store,
            "place",
            call -> {
              List<?> placings = (List<?>) call.asked().get(0);
              boolean fails =
                  placings.stream().anyMatch(BehindUnknownTest::isOfA) && failed.get() < times;
              if (fails && (failed.getAndIncrement() == 0 || fault == Debit.FAILS)) {
                throw new StoreException("planted");
              }
              return fails ? Collections.nCopies(placings.size(), Answer.inDoubt()) : call.make();
            });
    return Hosts.amongOthers(failing, 10).transfers().transferAll(rows(), Order.AS_GIVEN);
  }

  private static boolean isOfA(Object placing) {
    return ((Placing) placing).claim().target().equals(DEBITED);
  }

  @ParameterizedTest
  @EnumSource
  void aLaterRowIsNotHeldWhereAnEarlierOneEndsUnknown(Debit fault) {
    assertThat(imported(fault, Integer.MAX_VALUE))
        .hasOnlyElementsOfType(TransactionOutcome.Unknown.class);
    assertThat(Books.account(store, "A").holds()).isEmpty();
    List<TransactionOutcome> again =
        Hosts.alone(store).transfers().transferAll(rows(), Order.AS_GIVEN);
    assertThat(word(again.get(0))).isEqualTo("applied");
    assertThat(again.get(1)).isInstanceOf(TransactionOutcome.Refused.class);
  }

  @Test
  void whereTheFaultPassesTheRowsComeOutInTheirOrder() {
    List<TransactionOutcome> outcomes = imported(Debit.IN_DOUBT, 3);

    assertThat(word(outcomes.get(0))).isEqualTo("applied");
    assertThat(outcomes.get(1)).isInstanceOf(TransactionOutcome.Refused.class);
  }

  /** Another process is at the first; nothing is sent of the second. */
  @Test
  void aLaterRowIsToldThatItsTurnDidNotCome() {
    new DocumentWrites(store).begin(rows().get(0).transaction().get());

    assertThat(Hosts.amongOthers(store, 10).transfers().transferAll(rows(), Order.AS_GIVEN).get(1))
        .isEqualTo(
            new TransactionOutcome.Unknown(
                transactionId("r2"),
                "its turn did not come, for an earlier one is not certain or not finished"));
    assertThat(store.records().findMembers(List.of(transactionId("r2"))).get(0).kind())
        .isEqualTo(Lookup.Kind.ABSENT);
  }
}
