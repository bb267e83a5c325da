package io.twophase.domain.machine;

import static io.twophase.domain.machine.Decisions.DECLINED;

import io.twophase.domain.Owner;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.function.Conflicts;
import io.twophase.domain.function.Footprint;
import io.twophase.domain.function.StoredAttempt;
import io.twophase.domain.function.StoredAttempt.Conflicted;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.CancelReason.Recovered;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Callers of functions. A function reads all of its documents, as decided, and writes to some of
 * them the sum of what it has read and something more: its effect depends on all that it reads.
 */
final class Functions {

  private final Scene scene;
  private final Cells cells;
  private final Judge judge;

  Functions(Scene scene, Cells cells, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.judge = judge;
  }

  static long sum(List<@Nullable Long> read) {
    return read.stream().mapToLong(value -> value == null ? 0 : value).sum();
  }

  /** The next step of a caller that works on no transaction: it looks, or it reads. */
  void next(char[] world, int at, Steps<char[]> steps) {
    Actor actor = cells.actor(world, at);
    Call before = actor.call().orElseThrow();
    Actor after = before.stage() == Call.Stage.RUN ? run(world, actor) : look(world, actor);
    Call then = after.call().orElseThrow();
    char[] next = world.clone();
    put(next, at, after);
    steps.to(next, () -> scene.roles.get(at).name() + words(before, then));
  }

  private static String words(Call before, Call then) {
    return before.stage() == Call.Stage.RUN
        ? " runs attempt %d: %s, has read %s".formatted(before.attempt(), then.stage(), then.read())
        : " looks: %s, attempt %d".formatted(then.stage(), then.attempt());
  }

  /** Puts an actor into the world. One whose call has ended has stopped, and its answer counts. */
  void put(char[] world, int at, Actor actor) {
    Optional<Call> ended = actor.call().filter(call -> call.stage() == Call.Stage.ENDED);
    world[cells.actorCell(at)] = cells.number(ended.isPresent() ? actor.stopped() : actor);
    ended
        .filter(call -> call.answer() != Decisions.NOTHING)
        .ifPresent(
            call ->
                judge.answered(
                    world,
                    "function m" + (call.function() + 1),
                    scene.members.answer(call.function()),
                    call.answer(),
                    call.answer() != Decisions.REFUSED || mayRefuse()));
  }

  private boolean mayRefuse() {
    return scene.roles.stream().anyMatch(role -> role.kind() == Role.Kind.CANCEL);
  }

  private Actor look(char[] world, Actor actor) {
    Call call = actor.call().orElseThrow();
    boolean declines = call.stage() == Call.Stage.LOOK_ONCE_MORE;
    for (int number = scene.attempts; number > 0; number--) {
      Optional<StoredAttempt> there = stored(world, call.function() + number - 1);
      if (there.isPresent()) {
        int last = number;
        return there
            .orElseThrow()
            .fold(
                happened -> actor.calling(call.ended(returned(happened.value().orElseThrow()))),
                conflicted -> actor.calling(declines ? call.ended(DECLINED) : next(call, last)),
                refused -> actor.calling(call.ended(Decisions.REFUSED)),
                undecided -> working(actor, call.following(last), undecided.body()),
                unreadable -> {
                  throw new IllegalStateException(unreadable.fault());
                });
      }
    }
    return actor.calling(declines ? call.ended(DECLINED) : call.running(1));
  }

  private Optional<StoredAttempt> stored(char[] world, int member) {
    Attempt asked = scene.members.attempt(member).orElseThrow();
    Cells.Kept there = cells.majority(world, cells.memberCell(member));
    return StoredAttempt.of(asked, TransactionLookup.of(there.lookup(asked.id().value())))
        .map(
            stored ->
                stored instanceof Conflicted conflicted && isFinal(conflicted.reason())
                    ? new StoredAttempt.Refused(conflicted.reason())
                    : stored);
  }

  private boolean isFinal(CancelReason reason) {
    return scene.lacks(Flaw.TAKES_A_CANCEL_BY_RECOVERY_FOR_FINAL) && reason instanceof Recovered;
  }

  private static char returned(Value value) {
    return (char) ('0' + value.wholeNumber().orElseThrow());
  }

  /** The next attempt, if there may be one more. */
  private Call next(Call call, int last) {
    return last == scene.attempts ? call.ended(Decisions.NOTHING) : call.running(last + 1);
  }

  /** The run reads one more document; when it has read all, it computes. */
  private Actor run(char[] world, Actor actor) {
    Call call = actor.call().orElseThrow();
    List<Op> ops = scene.ops.get(call.function());
    Call read = call.reading(cells.ghost(world).values().get(ops.get(call.read().size()).at()));
    if (read.read().size() < ops.size()) {
      return actor.calling(read);
    }
    if (scene.is(Scene.Trait.ONCE) && sum(read.read()) > 0) {
      return actor.calling(
          scene.lacks(Flaw.DECLINES_WITHOUT_A_LOOK)
              ? read.ended(DECLINED)
              : read.at(Call.Stage.LOOK_ONCE_MORE));
    }
    return working(actor, read.at(Call.Stage.COMMIT), body(read, ops));
  }

  /** The transaction that the run comes to, by the library's own footprint. */
  private NewTransaction body(Call call, List<Op> ops) {
    Attempt attempt = scene.members.attempt(call.function() + call.attempt() - 1).orElseThrow();
    long sum = sum(call.read());
    Footprint footprint = new Footprint();
    for (int at = 0; at < ops.size(); at++) {
      Op op = ops.get(at);
      DocumentRef ref = Documents.order(String.valueOf(scene.targets.charAt(op.at())));
      footprint.read(
          ref, Optional.ofNullable(call.read().get(at)).map(value -> Documents.fields("n", value)));
      if (op.kind() == Op.Kind.PUT) {
        footprint.put(ref, Documents.fields("n", sum + op.to()));
      }
    }
    Optional<Value> returned = Optional.of(Documents.value(sum + 1));
    return new NewTransaction(attempt.id(), stated(footprint), Optional.empty())
        .labelled(
            Labels.NONE.of(
                Optional.of(new Attempt(attempt.function(), attempt.number(), returned))));
  }

  private List<Operation> stated(Footprint footprint) {
    Class<?> left =
        scene.lacks(Flaw.CHECKS_NO_ABSENCE)
            ? CheckAbsent.class
            : scene.lacks(Flaw.CHECKS_NOTHING_THAT_IS_ONLY_READ) ? CheckDocument.class : Void.class;
    return footprint.operations().stream().filter(each -> !left.isInstance(each)).toList();
  }

  private Actor working(Actor actor, Call call, NewTransaction body) {
    Owner owner = scene.roles.get(actor.role()).owner(actor.restarts());
    return actor.calling(call).with(Worker.start(Goal.run(NewRecord.alone(body, owner)), owner));
  }

  /** The actor after a step of its worker: if that has stopped, then the call goes on. */
  Actor after(Actor actor, Worker worker) {
    return worker.hasStopped()
        ? actor.call().map(call -> actor.calling(after(call, worker))).orElse(actor)
        : actor;
  }

  private Call after(Call call, Worker worker) {
    Result result = worker.resultOf(worker.id().transaction());
    if (call.stage() == Call.Stage.FOLLOW && result.kind() != Result.Kind.UNKNOWN) {
      return call.at(Call.Stage.LOOK);
    }
    return switch (result.kind()) {
      case APPLIED -> call.ended((char) ('1' + sum(call.read())));
      case CANCELED ->
          Conflicts.isConflict(result.reason().orElseThrow())
              ? next(call, call.attempt())
              : call.ended(Decisions.REFUSED);
      case ID_REUSED ->
          scene.lacks(Flaw.TAKES_A_TAKEN_ID_FOR_A_CONFLICT)
              ? next(call, call.attempt())
              : call.at(Call.Stage.LOOK);
      default -> call.ended(Decisions.NOTHING);
    };
  }
}
