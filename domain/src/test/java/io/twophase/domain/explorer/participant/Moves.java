package io.twophase.domain.explorer.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.List;

/** Everything that can happen next in a world. */
final class Moves {

  private final Scenario scenario;
  private final Layout layout;
  private final Codes codes;
  private final Reactions reactions;
  private final TraceText words;
  private final int[][] targets;
  private final char[] next;

  Moves(Scenario scenario, Layout layout, Codes codes) {
    this.scenario = scenario;
    this.layout = layout;
    this.codes = codes;
    reactions = new Reactions(scenario, codes);
    words = new TraceText(scenario, codes);
    targets =
        scenario.casts().stream()
            .map(cast -> cast.body().operations().stream().mapToInt(scenario::place).toArray())
            .toArray(int[][]::new);
    next = new char[layout.width()];
  }

  /** The first world. */
  char[] start() {
    char[] cells = new char[layout.width()];
    cells[Layout.BUDGET] = (char) scenario.faults();
    for (int place = 0; place < scenario.places().size(); place++) {
      cells[layout.stored(place)] = codes.number(scenario.places().get(place).stored());
      cells[layout.decided(place)] = codes.decided(scenario.places().get(place).decided());
    }
    for (int at = 0; at < scenario.casts().size(); at++) {
      Cast cast = scenario.casts().get(at);
      cells[layout.record(at)] = codes.number(cast.record());
      cells[layout.late(at)] = codes.late(cast.late(scenario.naming().apply(cast.home())));
      for (int actor = 0; actor < cast.roles().size(); actor++) {
        cells[layout.actor(at, actor)] =
            codes.number(cast.actor(cast.roles().get(actor), scenario.naming().apply(cast.home())));
      }
    }
    cells[layout.reader()] = codes.reads("");
    cells[layout.witnessed()] = codes.witnessed("");
    return cells;
  }

  void of(char[] world, Steps<char[]> steps) {
    if (scenario.reader().isThere()) {
      if (codes.next(world[layout.reader()]).isEnd()) {
        return;
      }
      read(world, steps);
    }
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      for (int actor = 0; actor < scenario.casts().get(cast).roles().size(); actor++) {
        act(world, cast, actor, steps);
      }
      deliverLate(world, cast, steps);
    }
    for (int place = 0; place < scenario.places().size(); place++) {
      sweep(world, place, steps);
    }
  }

  private void act(char[] world, int cast, int actor, Steps<char[]> steps) {
    char number = world[layout.actor(cast, actor)];
    Codes.Sending sending = codes.sending(number);
    if (sending.actor().hasStopped()) {
      return;
    }
    if (sending.actor().reads()) {
      char record = world[layout.record(cast)];
      copy(world);
      next[layout.actor(cast, actor)] =
          reactions.read(number, record, isStuck(world, cast, sending.actor()));
      steps.to(next, () -> words.read(cast, number, record));
    }
    for (int at = 0; at < sending.messages().length(); at++) {
      char message = sending.messages().charAt(at);
      copy(world);
      char answer = deliver(cast, message);
      go(cast, actor, reactions.hear(number, sending.places().charAt(at), answer));
      steps.to(next, () -> words.delivered(cast, number, message, answer));
      repeat(world, cast, actor, message, steps);
    }
    if (scenario.isPatienceBounded() && sending.actor().isAtPause()) {
      copy(world);
      go(cast, actor, reactions.losePatience(number));
      steps.to(next, () -> words.lostPatience(cast, number));
    }
    if (sending.messages().length() > 0 && spend(world, Fault.TIME_OUT)) {
      go(cast, actor, reactions.timeOut(number));
      steps.to(next, () -> words.timedOut(cast, number));
    }
    if (spend(world, Fault.CRASH)) {
      go(cast, actor, reactions.crash(number));
      steps.to(next, () -> words.crashed(cast, number));
    }
  }

  private void read(char[] world, Steps<char[]> steps) {
    copy(world);
    Reader.Next wanted = codes.next(world[layout.reader()]);
    String heard = codes.reads(world[layout.reader()]);
    char read =
        wanted.place() < 0
            ? world[layout.record(wanted.cast())]
            : world[layout.stored(wanted.place())];
    next[layout.reader()] = codes.reads(heard + read);
    if (heard.isEmpty()) {
      next[layout.witnessed()] = codes.witnessed(moment());
    }
    for (List<Option<Fields>> answer : codes.next(next[layout.reader()]).answer()) {
      if (!wasDecided(answer)) {
        broken(codes.broken("the reader answers " + answer + ", which never was"));
      }
    }
    steps.to(next, () -> words.reads(wanted));
  }

  private boolean wasDecided(List<Option<Fields>> answer) {
    StringBuilder wanted = new StringBuilder();
    answer.forEach(document -> wanted.append(codes.decided(document)));
    return isAmong(codes.witnessed(next[layout.witnessed()]), wanted.toString());
  }

  private static boolean isAmong(String moments, String moment) {
    for (int at = 0; at < moments.length(); at += moment.length()) {
      if (moments.startsWith(moment, at)) {
        return true;
      }
    }
    return false;
  }

  /** What is decided now of the documents that are read. */
  private String moment() {
    StringBuilder moment = new StringBuilder();
    for (DocumentRef document : scenario.reader().documents()) {
      moment.append(next[layout.decided(scenario.place((Object) document))]);
    }
    return moment.toString();
  }

  private void witness() {
    String moments = codes.witnessed(next[layout.witnessed()]);
    if (!moments.isEmpty() && !isAmong(moments, moment())) {
      next[layout.witnessed()] = codes.witnessed(moments + moment());
    }
  }

  /** Who waits for one that has left takes it to be stuck, sooner or later. */
  private boolean isStuck(char[] world, int cast, Actor reader) {
    boolean stuck = reader.role().isImpatient();
    for (int at = 0; !stuck && at < scenario.casts().get(cast).roles().size(); at++) {
      stuck = codes.actor(world[layout.actor(cast, at)]).isGone();
    }
    return stuck;
  }

  private void repeat(char[] world, int cast, int actor, char message, Steps<char[]> steps) {
    if (!codes.message(message).isSentOnce() && spend(world, Fault.REPEATED_REQUEST)) {
      char number = world[layout.actor(cast, actor)];
      next[layout.late(cast)] = codes.with(next[layout.late(cast)], message);
      steps.to(next, () -> words.repeated(cast, number, message));
    }
  }

  private void deliverLate(char[] world, int cast, Steps<char[]> steps) {
    char late = world[layout.late(cast)];
    String bag = codes.late(late);
    for (int at = 0; at < bag.length(); at++) {
      char message = bag.charAt(at);
      if (at > 0 && bag.charAt(at - 1) == message) {
        continue;
      }
      copy(world);
      next[layout.late(cast)] = codes.without(late, message);
      char answer = deliver(cast, message);
      steps.to(next, () -> words.arrivedLate(cast, message, answer));
    }
  }

  /**
   * Sees a hold, reads its record, and withdraws the hold, all at once: a hold that can be
   * withdrawn can be for ever, so a withdrawal that comes late does what a later one would.
   */
  private void sweep(char[] world, int place, Steps<char[]> steps) {
    List<Facts.Held> holds = codes.facts(world[layout.stored(place)]).holds();
    for (int at = 0; at < holds.size(); at++) {
      Facts.Held held = holds.get(at);
      char record = world[layout.record(held.cast())];
      if (held.withdraw().isDefined()
          && scenario.sweeper().withdraws(codes.record(record), held.epoch())) {
        char message = codes.number(held.withdraw().get());
        copy(world);
        deliver(held.cast(), message);
        steps.to(next, () -> words.swept(held.cast(), record, message));
      }
    }
  }

  private char deliver(int cast, char message) {
    Codes.Addressed addressed = codes.addressed(message);
    if (addressed.isOfRecord()) {
      return deliverToRecord(cast, message);
    }
    int stored = layout.stored(addressed.place());
    long delivery = reactions.deliverToPlace(message, next[stored]);
    broken(reactions.notAsMuchAsThereIs(message, next[stored], Reactions.part(delivery, 1)));
    next[stored] = Reactions.part(delivery, 1);
    char answer = Reactions.part(delivery, 0);
    broken(reactions.refusal(message, answer, next[layout.decided(addressed.place())]));
    return answer;
  }

  private char deliverToRecord(int cast, char message) {
    int record = layout.record(cast);
    Transaction before = codes.record(next[record]);
    long delivery = reactions.deliverToRecord(message, next[record]);
    next[record] = Reactions.part(delivery, 1);
    Transaction after = codes.record(next[record]);
    if (!before.state().isDecided() && after.state() == State.APPLIED) {
      decide(cast);
    }
    Authorizations.broken(before, after).forEach(fault -> broken(codes.broken(fault)));
    forget(cast);
    return Reactions.part(delivery, 0);
  }

  /** A change of the record that comes late and can never be made again is as good as lost. */
  private void forget(int cast) {
    String bag = codes.late(next[layout.late(cast)]);
    for (int at = 0; at < bag.length(); at++) {
      if (reactions.isVain(bag.charAt(at), next[layout.record(cast)])) {
        next[layout.late(cast)] = codes.without(next[layout.late(cast)], bag.charAt(at));
      }
    }
  }

  private void decide(int cast) {
    for (int operation = 0; operation < targets[cast].length; operation++) {
      int decided = layout.decided(targets[cast][operation]);
      Reactions.Deed deed =
          reactions.decided(cast, operation, next[decided], next[layout.record(cast)]);
      next[decided] = deed.decided();
      broken(deed.broken());
    }
    witness();
  }

  private void broken(char promise) {
    if (next[Layout.BROKEN] == Codes.KEPT) {
      next[Layout.BROKEN] = promise;
    }
  }

  private void go(int cast, int actor, Reactions.Reaction reaction) {
    next[layout.actor(cast, actor)] = reaction.actor();
    for (int at = 0; at < reaction.late().length(); at++) {
      next[layout.late(cast)] = codes.with(next[layout.late(cast)], reaction.late().charAt(at));
    }
    if (!reaction.late().isEmpty()) {
      forget(cast);
    }
  }

  private boolean spend(char[] world, Fault fault) {
    char budget = world[Layout.BUDGET];
    if (fault.leftOf(budget) == 0) {
      return false;
    }
    copy(world);
    next[Layout.BUDGET] = fault.spentOf(budget);
    return true;
  }

  private void copy(char[] world) {
    System.arraycopy(world, 0, next, 0, next.length);
  }
}
