package io.twophase.cli.context;

import io.twophase.TwoPhase;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Json;
import io.twophase.domain.TransactionId;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The template of all commands: each outcome of a command becomes an answer with an exit code, or a
 * failure.
 */
public abstract class SessionCommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The options that all commands have, and what answers go through. */
  protected final CommandContext context() {
    CommandSpec context = Objects.requireNonNull(spec.root().mixins().get(CommandContext.MIXIN));
    return (CommandContext) context.userObject();
  }

  /**
   * Opens the store for the time of one piece of work that only reads.
   *
   * @throws CommandFailure if the store is embedded and its directory is not there: to read, none
   *     is made, or a wrong name would answer as an empty store does
   */
  protected final <T> T withStore(Function<Session, T> work) {
    return withStore(() -> "interrupted; nothing was changed", work);
  }

  /**
   * Opens the store for the time of one piece of work.
   *
   * @param interrupted what is said if the process is asked to end meanwhile: what is certain, and
   *     which command goes on
   * @throws CommandFailure if the store is embedded and its directory is not there
   */
  protected final <T> T withStore(Supplier<String> interrupted, Function<Session, T> work) {
    context().requireStore();
    return withNewStore(interrupted, work);
  }

  /** As {@link #withStore(Supplier, Function)}, and makes an embedded store that is not there. */
  protected final <T> T withNewStore(Supplier<String> interrupted, Function<Session, T> work) {
    return until(interrupted, Duration.ZERO, (session, interruption) -> work.apply(session));
  }

  /**
   * Opens the store for the time of one piece of work, which looks whether it is asked to stop.
   *
   * @param interrupted as {@link #withStore}
   */
  protected final <T> T untilAsked(
      Supplier<String> interrupted, BiFunction<Session, Interruption, T> work) {
    return until(interrupted, Interruption.GRACE, work);
  }

  private <T> T until(
      Supplier<String> interrupted, Duration grace, BiFunction<Session, Interruption, T> work) {
    try (Interruption interruption = Interruption.of(context(), interrupted, grace)) {
      return context().inStore(session -> work.apply(session, interruption));
    }
  }

  /**
   * Turns something on or off for all processes of the store.
   *
   * @param what is turned, as machines name it
   */
  protected final int turned(String what, String state, String text, Consumer<TwoPhase> turn) {
    return withNewStore(
        () -> "interrupted; ask again: it is on or off by then, or not yet",
        session -> {
          turn.accept(session.twoPhase());
          return done(Json.object(what, state), text);
        });
  }

  /**
   * Shows what became of a request that the store has answered.
   *
   * @param asked says that it was asked, and which command shows what became of it
   * @throws CommandFailure if the store is lost meanwhile: nothing else says that nothing was sent
   */
  protected static int afterwards(String asked, Supplier<Integer> show) {
    try {
      return show.get();
    } catch (StoreUnavailableException lost) {
      return CommandFailure.unknown(lost.getMessage() + "; " + asked);
    }
  }

  /** A line on stderr that is not the command's answer. */
  protected final void note(String line) {
    context().note(line);
  }

  /** Answers once: as JSON if that was asked for, else as text. */
  protected final void answer(Supplier<Object> asJson, Supplier<String> asText) {
    context().answer(asJson, asText);
  }

  /** Answers that the command has done what it was asked for. */
  protected final int done(Map<String, Object> json, String text) {
    answer(() -> json, () -> text);
    return ExitCode.DONE;
  }

  /**
   * Answers that what the command was asked for is refused.
   *
   * @param note why, and which command goes on
   */
  protected final int refused(Map<String, Object> json, String text, String note) {
    answer(() -> json, () -> text);
    note(note);
    return ExitCode.REFUSED;
  }

  /** Notes all that is wrong, a line each; the exit code says whether anything is. */
  protected final int noted(List<String> wrong) {
    wrong.forEach(this::note);
    return wrong.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  /** Returns those of one kind, in their order. */
  protected static <T> Stream<T> those(Class<T> kind, List<? super T> all) {
    return all.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Ends the command: the outcome of a transaction is not known, and this resolves it. */
  protected final int unknown(
      Session session, String noun, TransactionId id, String why, String sameAgain) {
    String remedy = context().remedy(session, id, "to resolve it: " + sameAgain);
    return CommandFailure.unknown(
        "%s %s: the outcome is not known: %s; %s".formatted(noun, id, why, remedy));
  }

  /** The failure that the command line has the wrong words; it names the command's help. */
  protected final ParameterException misused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
