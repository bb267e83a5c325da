package io.twophase.test.contract.action;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.ActionRepository;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** All that an {@link ActionRepository} promises. An adapter's test says how to get one. */
public abstract class ActionRepositoryContract {
  private static final int RACERS = 8;

  private ActionRepository actions;

  /** The action of each id as it was asked for first, and as it was read first. */
  private final Map<ActionId, OperatorAction> asked = new ConcurrentHashMap<>();

  private final Map<ActionId, LoggedAction> read = new HashMap<>();

  /** Gives one that is fresh and empty: asked once for each test, before it begins. */
  protected abstract ActionRepository repository();

  @BeforeEach
  void fresh() {
    actions = repository();
  }

  /** Lets the store's clock advance by some milliseconds: by waiting, unless it can be turned. */
  protected void letTimePass() {
    Moment.pass();
  }

  /** A step is a method of the repository, or one of these. */
  @ScenesOf("actions.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        new Verbs(this, actions)
            .reading(ActionOutcome.class, ActionRepositoryContract::outcome)
            .saying(LoggedAction.class, this::words));
  }

  private static ActionOutcome outcome(String words) {
    String[] parts = words.split(": ", 2);
    return new ActionOutcome(parts[0], parts[1]);
  }

  /** An action is read as it was asked for, at the time at which it was read before. */
  private String words(LoggedAction logged) {
    ActionId id = logged.action().id();
    LoggedAction first = read.computeIfAbsent(id, one -> logged);
    assertThat(logged.action()).isEqualTo(asked.get(id));
    assertThat(logged.begunAt())
        .isEqualTo(first.begunAt())
        .isEqualTo(Instant.ofEpochMilli(logged.begunAt().toEpochMilli()));
    assertThat(Duration.between(logged.begunAt(), Instant.now()).abs())
        .isLessThan(Duration.ofMinutes(1));
    assertThat(logged.finishedAt().isPresent()).isEqualTo(logged.outcome().isPresent());
    if (first.outcome().isPresent()) {
      assertThat(logged).isEqualTo(first);
    } else {
      logged.finishedAt().ifPresent(at -> assertThat(at).isAfterOrEqualTo(logged.begunAt()));
      read.put(id, logged);
    }
    return id + logged.outcome().map(is -> " " + is.code() + ": " + is.message()).orElse("");
  }

  /** An action of an operator whose reason and details are unusual texts. */
  BeginOutcome begin(ActionId id, ActionKind kind, String subject) {
    OperatorAction action =
        new OperatorAction(
            id,
            new OperatorName("Ann"),
            new ActionReason("asked for by <b>Böb</b>, \"invoice\" 7 \uD83D\uDE00"),
            kind,
            subject,
            Map.of("amount", "12.00 USD", "empty", ""));
    asked.putIfAbsent(id, action);
    return actions.begin(action);
  }

  /** An action of each kind. */
  List<BeginOutcome> beginEach(String subject) {
    return Stream.of(ActionKind.values())
        .map(kind -> begin(new ActionId(kind.word()), kind, subject))
        .distinct()
        .toList();
  }

  List<LoggedAction> readEach() {
    return Stream.of(ActionKind.values()).map(kind -> found(new ActionId(kind.word()))).toList();
  }

  private LoggedAction found(ActionId id) {
    return actions.find(id).orElseThrow().get();
  }

  List<Either<String, LoggedAction>> latest(int skip, int limit) {
    return actions.latest(Optional.empty(), Optional.empty(), skip, limit);
  }

  List<Either<String, LoggedAction>> after(ActionId last, int skip, int limit) {
    return actions.latest(Optional.empty(), Optional.of(found(last)), skip, limit);
  }

  /** The latest on what actions of that kind are about, behind one if it is named. */
  List<Either<String, LoggedAction>> about(ActionKind kind, String id, Optional<ActionId> last) {
    return actions.latest(Optional.of(kind.subject(id)), last.map(this::found), 0, 10);
  }

  /** So many of one moment, read by pages of four, are all, each once, in the order of all. */
  boolean pagesOf(int many) {
    IntStream.range(0, many)
        .mapToObj(at -> new ActionId("%02d".formatted(at * 7 % many)))
        .forEach(id -> begin(id, ActionKind.CANCEL, "t"));
    List<Either<String, LoggedAction>> shown = new ArrayList<>();
    for (var page = latest(0, 4);
        !page.isEmpty();
        page = after(page.get(page.size() - 1).get().action().id(), 0, 4)) {
      shown.addAll(page);
    }
    assertThat(shown).hasSize(many).doesNotHaveDuplicates();
    return shown.equals(latest(0, many + 70));
  }

  /** Several begin one id and end it at once: one does both, and its outcome is read. */
  boolean race(ActionId id) {
    List<BeginOutcome> begun = Race.of(RACERS, racer -> begin(id, ActionKind.RECOVER, "t"));
    assertThat(begun).filteredOn(BeginOutcome.BEGUN::equals).hasSize(1);
    assertThat(begun).filteredOn(BeginOutcome.ID_TAKEN::equals).hasSize(RACERS - 1);
    List<MatchOutcome> ended =
        Race.of(RACERS, racer -> actions.finish(id, new ActionOutcome("Done", "" + racer)));
    assertThat(ended).filteredOn(MATCHED::equals).hasSize(1);
    return found(id).outcome().orElseThrow().message().equals("" + ended.indexOf(MATCHED));
  }
}
