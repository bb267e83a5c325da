package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Accounts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Accounts}: accounting periods. */
public abstract class PeriodContract extends HoldCases {

  private static final PeriodName NOVEMBER = new PeriodName("2026-11");
  private static final Optional<String> SAID = Optional.of("by Ann");
  private static final Optional<String> NOTHING = Optional.empty();

  private MatchOutcome postings(PostingsChange change, Optional<String> why) {
    return store().accounts().changePeriod(NOVEMBER, change, why);
  }

  private void period(String name, Fields fields) {
    host(Period.document(new PeriodName(name)), fields);
  }

  private Period november() {
    return Period.of(NOVEMBER, fieldsOf(Period.document(NOVEMBER)).orElseThrow()).get();
  }

  private Placing posting(String record) {
    return on(record, Period.check(NOVEMBER));
  }

  @Test
  void aPeriodThatIsStoppedTakesNoNewPostingsAndSeesThoseBegunThrough() {
    period("2026-11", fields("open", true, "owner", "books"));
    Placing begun = held(posting("t1"));
    assertThat(postings(PostingsChange.RESUME, SAID)).isEqualTo(NOT_MATCHED);
    assertThat(postings(PostingsChange.STOP, SAID)).isEqualTo(MATCHED);
    assertThat(november().state()).isEqualTo(PeriodState.CLOSING);
    assertThat(november().closedAt().isPresent()).isTrue();
    assertThat(november().reason()).isEqualTo(SAID);
    assertThat(fieldsOf(Period.document(NOVEMBER)).orElseThrow().has("owner")).isTrue();
    assertThat(place(posting("t2")).kind()).isEqualTo(Answer.Kind.REFUSED);
    Period before = november();
    assertThat(postings(PostingsChange.STOP, NOTHING)).isEqualTo(NOT_MATCHED);
    assertThat(november()).isEqualTo(before);
    assertThat(end(settle(begun))).isEqualTo(MATCHED);
  }

  @Test
  void aPeriodThatIsBeingClosedTakesPostingsAgain() {
    period("2026-11", fields("open", true));
    postings(PostingsChange.STOP, SAID);
    assertThat(postings(PostingsChange.RESUME, NOTHING)).isEqualTo(MATCHED);
    assertThat(november())
        .isEqualTo(new Period(NOVEMBER, PeriodState.OPEN, Optional.empty(), NOTHING));
    held(posting("t1"));
  }

  @Test
  void aPeriodThatIsClosedMissingOrAPlaceholderIsNotChanged() {
    assertThat(postings(PostingsChange.STOP, SAID)).isEqualTo(NOT_MATCHED);
    Placing opening = held(on("t1", insert(Period.document(NOVEMBER), fields("open", true))));
    assertThat(postings(PostingsChange.STOP, SAID)).isEqualTo(NOT_MATCHED);
    assertThat(store().accounts().periods(Optional.empty())).isEmpty();
    assertThat(end(settle(opening))).isEqualTo(MATCHED);
    done(
        on(
            "t2",
            change(Period.document(NOVEMBER), set(Period.OPEN, false), set(Period.CLOSED, true))));
    for (PostingsChange change : PostingsChange.values()) {
      assertThat(postings(change, SAID)).isEqualTo(NOT_MATCHED);
    }
    assertThat(november().state()).isEqualTo(PeriodState.CLOSED);
  }

  @Test
  void namesComeInTheirOrderAndInPages() {
    Stream.of("2026-2", "2026-11", "2026-10").forEach(name -> period(name, fields("open", false)));
    period("no period", fields("kind", "note"));
    host(CollectionName.of("rooms").document(order("2026-01").id()), fields("open", true));
    assertThat(store().accounts().periods(Optional.empty()))
        .extracting(PeriodName::value)
        .containsExactly("2026-10", "2026-11", "2026-2");
    assertThat(store().accounts().periods(Optional.of(NOVEMBER)))
        .containsExactly(new PeriodName("2026-2"));
    assertThat(store().accounts().periods(Optional.of(new PeriodName("2026-2")))).isEmpty();

    IntStream.rangeClosed(0, Accounts.MOST_AT_ONCE)
        .forEach(at -> period(String.format("p%04d", at), fields("open", true)));
    List<PeriodName> first = store().accounts().periods(Optional.of(new PeriodName("p")));
    assertThat(first).hasSize(Accounts.MOST_AT_ONCE);
    assertThat(store().accounts().periods(Optional.of(first.get(Accounts.MOST_AT_ONCE - 1))))
        .containsExactly(new PeriodName(String.format("p%04d", Accounts.MOST_AT_ONCE)));
  }
}
