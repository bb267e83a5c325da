package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchResult;
import io.twophase.domain.batch.protocol.MemberResult;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.explorer.batch.Role.Kind;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.CancelReason;

/** What actors answer their callers: one letter for each transfer. */
record Tellings(Scene scene) {

  static final char NOTHING = '-';
  static final char APPLIED = 'A';
  static final char REFUSED = 'R';
  static final char CANCELED = 'C';

  String of(Actor actor) {
    StringBuilder told = new StringBuilder();
    for (int at = 0; at < scene.transfers().size(); at++) {
      told.append(actor.gone() ? NOTHING : of(actor, at));
    }
    return told.toString();
  }

  private char of(Actor actor, int transfer) {
    Role role = scene.roles().get(actor.role());
    if (actor.player() instanceof Player.OfBatch batch) {
      return role.kind() == Kind.OWN && scene.placesOf(role.target()).contains(transfer)
          ? batch.certain().map(decided -> of(decided, transfer)).getOrElse(NOTHING)
          : NOTHING;
    }
    if (!(actor.player() instanceof Player.OfMember member)) {
      return NOTHING;
    }
    return role.target() == transfer
        ? member.worker().result().map(Tellings::of).getOrElse(NOTHING)
        : NOTHING;
  }

  private char of(BatchResult.Decided decided, int transfer) {
    TransactionId id = scene.transfers().get(transfer).id();
    BatchRecord record =
        scene.lacks(Flaw.FORGETS_EXCLUSIONS)
            ? Glasses.forgetting(decided.record())
            : decided.record();
    MemberState state =
        decided.named().contains(id) || scene.lacks(Flaw.ANSWERS_FOR_WHAT_IT_LISTS)
            ? record.of(id)
            : decided.of(id);
    char told = of(state);
    return told == NOTHING && scene.lacks(Flaw.ANSWERS_FOR_WHAT_IS_LEFT_OUT) ? REFUSED : told;
  }

  private static char of(MemberState state) {
    return state.<Character>fold(
        () -> NOTHING, () -> NOTHING, applied -> APPLIED, canceled -> of(canceled.reason()));
  }

  private static char of(CancelReason reason) {
    return reason instanceof CancelReason.Refused ? REFUSED : CANCELED;
  }

  private static char of(MemberResult result) {
    if (result instanceof MemberResult.OfBatch ofBatch) {
      return of(ofBatch.state());
    }
    if (!(result instanceof MemberResult.Lone lone)) {
      return NOTHING;
    }
    if (lone.result() instanceof Result.Canceled canceled) {
      return of(canceled.reason());
    }
    return lone.result() instanceof Result.Applied || lone.result() instanceof Result.AlreadyDecided
        ? APPLIED
        : NOTHING;
  }

  /** All that was answered, with these answers; empty if one of them is another than before. */
  static String joined(String told, String more) {
    StringBuilder joined = new StringBuilder(told);
    for (int at = 0; at < told.length(); at++) {
      char answer = more.charAt(at);
      if (answer != NOTHING && told.charAt(at) != NOTHING && told.charAt(at) != answer) {
        return "";
      }
      if (answer != NOTHING) {
        joined.setCharAt(at, answer);
      }
    }
    return joined.toString();
  }

  /** Whether what was answered is what is decided. */
  static boolean areTrue(String told, Ghost ghost) {
    for (int at = 0; at < told.length(); at++) {
      if (told.charAt(at) != NOTHING
          && (told.charAt(at) == APPLIED) != ghost.applied().contains(at)) {
        return false;
      }
    }
    return true;
  }
}
