package io.twophase.test.contract.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionSubject;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.ActionRepository;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All that an {@link ActionRepository} promises. An adapter's test says how to get one. */
public abstract class ActionRepositoryContract {

  private static final ActionOutcome CAPTURED = new ActionOutcome("Captured", "12.00 USD moved");
  private static final int RACERS = 8;

  private ActionRepository actions;

  /** Gives one that is fresh and empty: asked once for each test, before it begins. */
  protected abstract ActionRepository repository();

  /** Lets the store's clock advance by some milliseconds: by waiting, unless it can be turned. */
  protected void letTimePass() {
    Moment.pass();
  }

  @BeforeEach
  final void takeAFreshOne() {
    actions = repository();
  }

  private static OperatorAction action(String id, ActionKind kind, String subject) {
    return new OperatorAction(
        new ActionId(id),
        new OperatorName("Ann"),
        new ActionReason("asked for by <b>Böb</b>, \"invoice\" 7 \uD83D\uDE00"),
        kind,
        subject,
        Map.of("amount", "12.00 USD", "empty", ""));
  }

  private void begin(String id, ActionKind kind, String subject) {
    assertThat(actions.begin(action(id, kind, subject))).isEqualTo(BeginOutcome.BEGUN);
  }

  private LoggedAction find(String id) {
    return actions.find(new ActionId(id)).orElseThrow().get();
  }

  private List<String> ids(
      Optional<ActionSubject> subject, Optional<LoggedAction> after, int limit) {
    return actions.latest(subject, after, 0, limit).stream()
        .map(logged -> logged.get().action().id().value())
        .toList();
  }

  @Test
  void atFirstNothingIsLogged() {
    assertThat(actions.find(new ActionId("a"))).isEmpty();
    assertThat(actions.latest(Optional.empty(), Optional.empty(), 0, 10)).isEmpty();
    assertThat(actions.finish(new ActionId("a"), CAPTURED)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(actions.find(new ActionId("a"))).isEmpty();
  }

  @Test
  void whatIsBegunIsReadAsItWas() {
    for (ActionKind kind : ActionKind.values()) {
      begin(kind.word(), kind, "s");
      LoggedAction logged = find(kind.word());
      assertThat(logged.action()).isEqualTo(action(kind.word(), kind, "s"));
      assertThat(logged.outcome()).isEmpty();
      assertThat(logged.finishedAt()).isEmpty();
      assertThat(Duration.between(logged.begunAt(), Instant.now()).abs())
          .isLessThan(Duration.ofMinutes(1));
      assertThat(logged.begunAt()).isEqualTo(Instant.ofEpochMilli(logged.begunAt().toEpochMilli()));
    }
  }

  @Test
  void anIdIsTakenOnceWhateverIsAskedForUnderIt() {
    begin("a", ActionKind.CAPTURE, "t");
    LoggedAction first = find("a");

    assertThat(actions.begin(action("a", ActionKind.CAPTURE, "t")))
        .isEqualTo(BeginOutcome.ID_TAKEN);
    assertThat(actions.begin(action("a", ActionKind.VOID, "other")))
        .isEqualTo(BeginOutcome.ID_TAKEN);

    assertThat(find("a")).isEqualTo(first);
  }

  @Test
  void theFirstOutcomeStays() {
    begin("a", ActionKind.CAPTURE, "t");
    begin("b", ActionKind.CAPTURE, "t");
    letTimePass();

    assertThat(actions.finish(new ActionId("a"), CAPTURED)).isEqualTo(MatchOutcome.MATCHED);
    LoggedAction finished = find("a");
    assertThat(actions.finish(new ActionId("a"), new ActionOutcome("Refused", "")))
        .isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(find("a")).isEqualTo(finished);
    assertThat(finished.outcome()).contains(CAPTURED);
    assertThat(finished.finishedAt().orElseThrow()).isAfterOrEqualTo(finished.begunAt());
    assertThat(find("b").outcome()).isEmpty();
  }

  @Test
  void ofThoseWhoAskAtOnceOneBeginsAndOneEnds() {
    List<BeginOutcome> begun =
        Race.of(RACERS, racer -> actions.begin(action("a", ActionKind.RECOVER, "t")));
    assertThat(begun).filteredOn(BeginOutcome.BEGUN::equals).hasSize(1);
    assertThat(begun).filteredOn(BeginOutcome.ID_TAKEN::equals).hasSize(RACERS - 1);

    List<MatchOutcome> ended =
        Race.of(
            RACERS,
            racer -> actions.finish(new ActionId("a"), new ActionOutcome("Done", "" + racer)));
    assertThat(ended).filteredOn(MatchOutcome.MATCHED::equals).hasSize(1);
    assertThat(find("a").outcome().orElseThrow().message())
        .isEqualTo("" + ended.indexOf(MatchOutcome.MATCHED));
  }

  @Test
  void theNewestComeFirstPageByPage() {
    for (String id : List.of("c", "a", "d", "b")) {
      begin(id, ActionKind.CANCEL, "t" + id);
      letTimePass();
    }

    assertThat(ids(Optional.empty(), Optional.empty(), 10)).containsExactly("b", "d", "a", "c");
    assertThat(ids(Optional.empty(), Optional.empty(), 2)).containsExactly("b", "d");
    assertThat(ids(Optional.empty(), Optional.of(find("d")), 2)).containsExactly("a", "c");
    assertThat(ids(Optional.empty(), Optional.of(find("c")), 2)).isEmpty();
    assertThat(actions.latest(Optional.empty(), Optional.of(find("b")), 1, 1))
        .containsExactly(Either.right(find("a")));
  }

  @Test
  void actionsOfOneMomentArePagedById() {
    List<String> all =
        IntStream.range(0, 30).mapToObj(at -> "%02d".formatted(at * 7 % 30)).toList();
    all.forEach(id -> begin(id, ActionKind.CANCEL, "t"));

    List<String> shown = new ArrayList<>();
    Optional<LoggedAction> after = Optional.empty();
    List<Either<String, LoggedAction>> page = actions.latest(Optional.empty(), after, 0, 4);
    while (!page.isEmpty()) {
      page.forEach(logged -> shown.add(logged.get().action().id().value()));
      after = page.get(page.size() - 1).toJavaOptional();
      page = actions.latest(Optional.empty(), after, 0, 4);
    }

    assertThat(shown).containsExactlyElementsOf(ids(Optional.empty(), Optional.empty(), 100));
    assertThat(shown).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void actionsAreFoundByWhatTheyAreAbout() {
    begin("1", ActionKind.CANCEL, "x");
    letTimePass();
    begin("2", ActionKind.FREEZE, "x");
    letTimePass();
    begin("3", ActionKind.REVERSE, "x");
    letTimePass();
    begin("4", ActionKind.REVERSE, "y");
    letTimePass();
    begin("5", ActionKind.UNFREEZE, "x");
    Optional<ActionSubject> transaction = Optional.of(ActionKind.REVERSE.subject("x"));
    Optional<ActionSubject> account = Optional.of(ActionKind.FREEZE.subject("x"));

    assertThat(ids(transaction, Optional.empty(), 10)).containsExactly("3", "1");
    assertThat(ids(account, Optional.empty(), 10)).containsExactly("5", "2");
    assertThat(ids(account, Optional.of(find("5")), 10)).containsExactly("2");
    assertThat(ids(Optional.of(ActionKind.FREEZE.subject("y")), Optional.empty(), 10)).isEmpty();
  }

  @Test
  void aPageThatIsOutOfRangeIsRefused() {
    for (int limit : List.of(0, ActionRepository.MAX_PAGE + 1)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> actions.latest(Optional.empty(), Optional.empty(), 0, limit));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> actions.latest(Optional.empty(), Optional.empty(), -1, 1));
  }
}
