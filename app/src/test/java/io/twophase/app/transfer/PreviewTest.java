package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.record.Lookup;
import io.vavr.control.Option;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A dry run says what would be, and writes nothing. */
class PreviewTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final TwoPhase host = TwoPhase.over(store).build();

  @BeforeEach
  void open() {
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(usd("10")),
                account("B").opening(usd("0")),
                account("F").opening(usd("9"))));
    host.accounts().change(accountId("F"), StatusChange.FREEZE);
  }

  @AfterEach
  void close() {
    host.close();
  }

  private static TransferRequest move(String id, String source, String to, String amount) {
    return new TransferRequest(transactionId(id), accountId(source), accountId(to), usd(amount));
  }

  private static String words(PreviewOutcome outcome) {
    return outcome.id()
        + " "
        + outcome.<String>fold(
            applied -> applied.already() ? "done" : "would apply",
            refused -> (refused.already() ? "was " : "would be ") + refused.reason().kind(),
            notKnown -> "not known");
  }

  private static List<String> ask(Preview preview, TransferRequest... requests) {
    return preview.ask(List.of(requests)).stream().map(PreviewTest::words).toList();
  }

  @Test
  void whatARunWouldSayIsSaidAndNothingIsStored() {
    List<TransferRequest> requests =
        List.of(
            move("t1", "B", "A", "1"),
            move("t2", "A", "B", "4"),
            move("t3", "B", "A", "1"),
            move("t4", "A", "F", "1"),
            move("t5", "A", "nowhere", "1"),
            move("t6", "A", "A", "1"),
            move("t7", "A", "B", "8"));

    List<String> said = ask(host.preview(), requests.toArray(TransferRequest[]::new));

    assertThat(said)
        .containsExactly(
            "t1 would be InsufficientFunds",
            "t2 would apply",
            "t3 would apply",
            "t4 would be AccountFrozen",
            "t5 would be NoSuchAccount",
            "t6 would be SameAccount",
            "t7 would be InsufficientFunds");
    List<Lookup> stored = new ArrayList<>();
    store.records().scan(Option.none(), stored::add);
    assertThat(stored).isEmpty();
    List<String> became = new ArrayList<>();
    host.transfers()
        .transferAll(requests, Order.AS_GIVEN)
        .forEach(
            outcome ->
                became.add(
                    outcome.id()
                        + " "
                        + outcome.<String>fold(
                            applied -> "would apply",
                            refused -> "would be " + refused.refusal().kind(),
                            unknown -> "unknown",
                            notAsked -> "not asked")));
    assertThat(became).isEqualTo(said);
  }

  @Test
  void whatWasAskedBeforeHasItsAnswer() {
    host.transfers().transfer(move("t1", "A", "B", "4"));
    host.transfers().transfer(move("t2", "A", "B", "40"));

    assertThat(
            ask(
                host.preview(),
                move("t1", "A", "B", "4"),
                move("t2", "A", "B", "40"),
                move("t3", "A", "B", "6"),
                move("t4", "A", "B", "1")))
        .containsExactly(
            "t1 done",
            "t2 was InsufficientFunds",
            "t3 would apply",
            "t4 would be InsufficientFunds");
    assertThat(ask(host.preview(), move("t1", "A", "B", "5")))
        .containsExactly("t1 would be IdReused");
  }

  @Test
  void aRunGoesOnFromItsOwnAnswersAndFromAccountsThatItIsToldOf() {
    Preview preview = host.preview();
    preview.open(List.of(account("N").opening(usd("3")), account("A").opening(usd("99"))));

    assertThat(ask(preview, move("t1", "N", "B", "3"))).containsExactly("t1 would apply");
    assertThat(
            ask(
                preview,
                move("t2", "B", "A", "3"),
                move("t1", "N", "B", "3"),
                move("t1", "N", "B", "2"),
                move("t3", "N", "B", "1"),
                move("t4", "A", "B", "14")))
        .containsExactly(
            "t2 would apply",
            "t1 would apply",
            "t1 would be IdReused",
            "t3 would be InsufficientFunds",
            "t4 would be InsufficientFunds");
  }

  @Test
  void whatIsUnderWayIsNotKnownNorWhatComesAfterItOnItsAccounts() {
    host.transfers().enqueue(move("t1", "A", "B", "4"));

    assertThat(
            ask(
                host.preview(),
                move("t1", "A", "B", "4"),
                move("t2", "B", "F", "1"),
                move("t3", "F", "nowhere", "1")))
        .containsExactly("t1 not known", "t2 not known", "t3 not known");
  }
}
