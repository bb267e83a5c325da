package io.twophase.domain.machine;

import io.twophase.domain.function.Conflicts;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Attempt;

/** Judges functions: an id has one effect and one answer, and its attempts follow each other. */
final class Attempts {

  private final Scene scene;
  private final Cells cells;
  private final Judge judge;

  Attempts(Scene scene, Cells cells, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.judge = judge;
  }

  /** An attempt begins: a conflict has canceled the one before it. */
  void begun(char[] world, TransactionRecord record) {
    int place = record.id().isOfMany() ? 0 : scene.place(record.id().transaction());
    for (Attempt attempt :
        scene.members.attempt(place).filter(each -> each.number() > 1).stream().toList()) {
      boolean isInTurn =
          cells
              .primary(world, cells.memberCell(place - 1))
              .record()
              .flatMap(TransactionRecord::reason)
              .stream()
              .anyMatch(Conflicts::isConflict);
      if (!isInTurn) {
        judge.breaks(world, attempt + " begins, and no conflict has canceled the one before it");
      }
    }
  }

  /** A caller is answered: nothing else than before, and only what is decided. */
  void answered(char[] world, Call call) {
    if (call.answer() == Decisions.NOTHING) {
      return;
    }
    judge.answered(
        world,
        "function m" + (call.function() + 1),
        scene.members.answer(call.function()),
        call.answer(),
        call.answer() != Decisions.REFUSED || mayRefuse());
  }

  private boolean mayRefuse() {
    return scene.roles.stream().anyMatch(role -> role.kind() == Role.Kind.CANCEL);
  }
}
