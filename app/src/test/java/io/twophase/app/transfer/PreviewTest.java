package io.twophase.app.transfer;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.record.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A dry run says what would be, and writes nothing. */
class PreviewTest {

  private final InMemoryStore store = Books.inMemory(10, 0, 9);
  @AutoClose private final TwoPhase host = TwoPhase.over(store).build();

  @BeforeEach
  void freezeOne() {
    host.accounts().change(accountId("C"), StatusChange.FREEZE);
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
            request("t1", "B", "A", 1),
            request("t2", "A", "B", 4),
            request("t3", "B", "A", 1),
            request("t4", "A", "C", 1),
            request("t5", "A", "nowhere", 1),
            request("t6", "A", "A", 1),
            request("t7", "A", "B", 8));

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
    store.records().scan(Optional.empty(), stored::add);
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
                            refused -> "would be " + refused.reason().kind(),
                            unknown -> "unknown",
                            notAsked -> "not asked")));
    assertThat(became).isEqualTo(said);
  }

  @Test
  void whatWasAskedBeforeHasItsAnswer() {
    host.transfers().transfer(request("t1", "A", "B", 4));
    host.transfers().transfer(request("t2", "A", "B", 40));

    assertThat(
            ask(
                host.preview(),
                request("t1", "A", "B", 4),
                request("t2", "A", "B", 40),
                request("t3", "A", "B", 6),
                request("t4", "A", "B", 1)))
        .containsExactly(
            "t1 done",
            "t2 was InsufficientFunds",
            "t3 would apply",
            "t4 would be InsufficientFunds");
    assertThat(ask(host.preview(), request("t1", "A", "B", 5)))
        .containsExactly("t1 would be IdReused");
  }

  @Test
  void aRunGoesOnFromItsOwnAnswersAndFromAccountsThatItIsToldOf() {
    Preview preview = host.preview();
    preview.open(List.of(account("N").opening(cents(3)), account("A").opening(cents(99))));

    assertThat(ask(preview, request("t1", "N", "B", 3))).containsExactly("t1 would apply");
    assertThat(
            ask(
                preview,
                request("t2", "B", "A", 3),
                request("t1", "N", "B", 3),
                request("t1", "N", "B", 2),
                request("t3", "N", "B", 1),
                request("t4", "A", "B", 14)))
        .containsExactly(
            "t2 would apply",
            "t1 would apply",
            "t1 would be IdReused",
            "t3 would be InsufficientFunds",
            "t4 would be InsufficientFunds");
  }

  @Test
  void whatIsUnderWayIsNotKnownNorWhatComesAfterItOnItsAccounts() {
    host.transfers().enqueue(request("t1", "A", "B", 4));

    assertThat(
            ask(
                host.preview(),
                request("t1", "A", "B", 4),
                request("t2", "B", "C", 1),
                request("t3", "C", "nowhere", 1)))
        .containsExactly("t1 not known", "t2 not known", "t3 not known");
  }
}
