package io.twophase.test.contract.period;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.period.Period;
import io.twophase.domain.period.PeriodState;
import io.twophase.domain.value.Fields;
import io.twophase.ports.PeriodRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All that a {@link PeriodRepository} promises. An adapter's test extends this and says how to get
 * one, with the documents that it is of.
 */
public abstract class PeriodRepositoryContract {

  private static final PeriodName NOVEMBER = new PeriodName("2026-11");
  private static final Option<String> SAID = Option.some("by Ann");
  private static final Option<String> NOTHING = Option.none();

  private PeriodStore store;

  /**
   * Gives a store that is fresh and empty: asked once for each test, before it begins, after the
   * adapter's own {@code @BeforeEach}.
   */
  protected abstract PeriodStore store();

  @BeforeEach
  final void takeAFreshStore() {
    store = store();
  }

  private PeriodRepository periods() {
    return store.periods();
  }

  private void stored(PeriodName name, Fields fields) {
    settled("seed of " + name, insert(Period.document(name), fields));
  }

  private void open(PeriodName name) {
    stored(name, fields("open", true, "owner", "books"));
  }

  private DocumentLeg held(String transaction, DocumentOperation operation) {
    DocumentLeg leg = leg(transaction, 1, operation);
    assertThat(store.documents().hold(List.of(leg))).containsExactly(DocumentHoldOutcome.held());
    return leg;
  }

  private void settled(String transaction, DocumentOperation operation) {
    DocumentLeg leg = held(transaction, operation);
    assertThat(store.documents().settle(List.of(leg))).containsExactly(MatchOutcome.MATCHED);
  }

  private void closed(String transaction) {
    settled(
        transaction,
        new ChangeDocument(
            Period.document(NOVEMBER),
            List.of(),
            Changes.of(set(Period.OPEN, false), set(Period.CLOSED, true))));
  }

  private Participant document(PeriodName name) {
    return store
        .documents()
        .find(List.of(Period.document(name)))
        .get(0)
        .fold(
            found -> found.document(),
            absent -> {
              throw new AssertionError("absent");
            },
            unreadable -> {
              throw new AssertionError("unreadable");
            });
  }

  private Period period() {
    return Period.of(NOVEMBER, document(NOVEMBER).fields()).get();
  }

  @Test
  void anOpenOneTakesNoNewPostings() {
    open(NOVEMBER);

    assertThat(periods().stopPostings(NOVEMBER, SAID)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(period().state()).isEqualTo(PeriodState.CLOSING);
    assertThat(period().closedAt()).isNotEmpty();
    assertThat(period().reason()).isEqualTo(SAID);
    assertThat(document(NOVEMBER).fields().get("owner")).isNotEmpty();
    assertThat(store.documents().hold(List.of(leg("t", 1, Period.check(NOVEMBER)))).get(0))
        .isInstanceOf(DocumentHoldOutcome.Refused.class);
  }

  @Test
  void oneThatIsNotOpenIsNotStopped() {
    assertThat(periods().stopPostings(NOVEMBER, SAID)).isEqualTo(MatchOutcome.NOT_MATCHED);
    open(NOVEMBER);
    periods().stopPostings(NOVEMBER, SAID);
    Period before = period();

    assertThat(periods().stopPostings(NOVEMBER, NOTHING)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(period()).isEqualTo(before);
    closed("close");

    assertThat(periods().stopPostings(NOVEMBER, NOTHING)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(period().state()).isEqualTo(PeriodState.CLOSED);
  }

  @Test
  void whatWasBegunInItGoesOn() {
    open(NOVEMBER);
    DocumentLeg posting = held("posting", Period.check(NOVEMBER));

    periods().stopPostings(NOVEMBER, NOTHING);

    assertThat(document(NOVEMBER).holds())
        .extracting(DocumentHold::transaction)
        .containsExactly(posting.transaction());
    assertThat(store.documents().settle(List.of(posting))).containsExactly(MatchOutcome.MATCHED);
  }

  @Test
  void oneThatIsBeingClosedTakesPostingsAgain() {
    open(NOVEMBER);
    periods().stopPostings(NOVEMBER, SAID);

    assertThat(periods().resumePostings(NOVEMBER, NOTHING)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(period()).isEqualTo(new Period(NOVEMBER, PeriodState.OPEN, Option.none(), NOTHING));
    held("posting", Period.check(NOVEMBER));
  }

  @Test
  void oneThatIsNotBeingClosedIsNotResumed() {
    assertThat(periods().resumePostings(NOVEMBER, SAID)).isEqualTo(MatchOutcome.NOT_MATCHED);
    open(NOVEMBER);

    assertThat(periods().resumePostings(NOVEMBER, SAID)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(period().reason()).isEmpty();
    closed("close");

    assertThat(periods().resumePostings(NOVEMBER, SAID)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(period().state()).isEqualTo(PeriodState.CLOSED);
  }

  @Test
  void aPlaceholderIsNoPeriod() {
    held("opening", insert(Period.document(NOVEMBER), fields("open", true)));

    assertThat(periods().stopPostings(NOVEMBER, SAID)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(periods().names(Option.none())).isEmpty();
  }

  @Test
  void namesComeInTheirOrder() {
    List<PeriodName> names =
        Stream.of("2026-2", "2026-11", "2026-10").map(PeriodName::new).toList();
    names.forEach(this::open);
    stored(new PeriodName("no period"), fields("kind", "note"));
    settled("other", insert(elsewhere(), fields("open", true)));

    assertThat(periods().names(Option.none()))
        .extracting(PeriodName::value)
        .containsExactly("2026-10", "2026-11", "2026-2");
    assertThat(periods().names(Option.some(NOVEMBER))).containsExactly(new PeriodName("2026-2"));
    assertThat(periods().names(Option.some(new PeriodName("2026-2")))).isEmpty();
  }

  private static DocumentRef elsewhere() {
    return CollectionName.of("rooms").document("2026-01");
  }

  @Test
  void namesComeInPages() {
    int most = PeriodRepository.MOST_AT_ONCE;
    List<DocumentLeg> all = new ArrayList<>();
    IntStream.rangeClosed(0, most)
        .mapToObj(at -> String.format("p%04d", at))
        .forEach(
            name ->
                all.add(
                    leg(
                        "seed",
                        1,
                        insert(Period.document(new PeriodName(name)), fields("open", true)))));
    store.documents().hold(all);
    store.documents().settle(all);

    List<PeriodName> first = periods().names(Option.none());

    assertThat(first).hasSize(most);
    assertThat(periods().names(Option.some(first.get(most - 1))))
        .containsExactly(new PeriodName(String.format("p%04d", most)));
  }
}
