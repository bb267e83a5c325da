package io.twophase.domain.explorer.evidence;

import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallSpace;
import io.twophase.domain.explorer.evidence.World.Insert;
import io.twophase.domain.explorer.evidence.World.Keeping;
import io.twophase.domain.explorer.evidence.World.Leaf;
import io.twophase.domain.explorer.evidence.World.Pass;
import io.twophase.domain.explorer.evidence.World.Stored;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Every world that a scene can come to. */
final class EvidenceExplorer extends SmallSpace<World> {

  private final Scene scene;

  EvidenceExplorer(Scene scene) {
    super(new World(scene));
    this.scene = scene;
  }

  @Override
  public Optional<String> fault(World world) {
    return new Judge(scene, world).fault();
  }

  @Override
  protected void moves() {
    numbers();
    servers();
    for (int at = 0; at < now.inserts.size(); at++) {
      insert(at, now.inserts.get(at));
    }
    retention();
    if (now.settings > 0) {
      settings();
    }
    for (int at = 0; at < now.passes.size(); at++) {
      pass(at, now.passes.get(at));
    }
  }

  /** Each record gets a number, whichever comes first; what is lost is given again. */
  private void numbers() {
    for (int record = 0; record < now.stored.size(); record++) {
      int which = record;
      if (!now.numbers.contains(record)) {
        move(
            "number " + (now.numbers.size() + 1) + " is of t" + record,
            after -> after.numbers = World.plus(after.numbers, which));
      }
    }
    if (now.keptNumbers < now.numbers.size()) {
      move("a majority has the numbers", after -> after.keptNumbers = after.numbers.size());
    }
    if (now.confirmed < now.keptNumbers) {
      move(now.keptNumbers + " is confirmed", after -> after.confirmed = after.keptNumbers);
    }
  }

  private void servers() {
    int next = 1;
    while (next <= now.leaves.size() && !mayBeLost(next)) {
      next++;
    }
    boolean isThere = next <= now.leaves.size();
    if (isThere) {
      int number = next;
      move("a majority has leaf " + number, after -> keep(after, number));
    }
    if (now.failovers > 0 && (isThere || now.keptNumbers < now.numbers.size())) {
      move("failover: what no majority has is lost", EvidenceExplorer::failover);
    }
  }

  private boolean mayBeLost(int number) {
    return now.leaf(number, false).stream().anyMatch(leaf -> !leaf.isKept());
  }

  private static void keep(World after, int number) {
    after.put(number, new Leaf(after.leaf(number, false).orElseThrow().leaf(), true));
    if (after.heads.size() == number - 1) {
      after
          .tree(number, true)
          .ifPresent(tree -> after.heads = World.plus(after.heads, tree.root()));
    }
  }

  /** What was half done ends with the server that did it. */
  private static void failover(World after) {
    after.failovers--;
    after.inserts.stream().filter(Insert::isBegun).forEach(after::tell);
    after.inserts = after.inserts.stream().filter(insert -> !insert.isBegun()).toList();
    after.leaves = after.leaves.stream().map(leaf -> leaf.filter(Leaf::isKept)).toList();
    after.numbers = List.copyOf(after.numbers.subList(0, after.keptNumbers));
  }

  private void insert(int at, Insert insert) {
    TreeLeaf leaf = insert.leaves().get(0);
    int number = (int) leaf.number();
    boolean isFree = now.leaf(number, false).isEmpty();
    boolean goesOn = isFree || scene.lacks(Flaw.OVERWRITES);
    move(
        "leaf " + number + " is " + (goesOn ? "inserted" : "taken"),
        after -> {
          if (goesOn) {
            after.put(number, new Leaf(leaf, after.leaf(number, true).isPresent()));
          }
          boolean isLast = insert.leaves().size() == 1;
          if (isLast || !(goesOn || scene.lacks(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN))) {
            after.inserts = World.without(after.inserts, at);
            after.tell(insert);
          } else {
            List<TreeLeaf> rest = World.without(insert.leaves(), 0);
            after.inserts = World.with(after.inserts, at, new Insert(insert.sender(), rest, true));
          }
        });
    if (now.cuts > 0 && insert.sender() >= 0) {
      Insert late = new Insert(-1, insert.leaves(), insert.isBegun());
      cut("lost", insert, after -> after.inserts = World.without(after.inserts, at));
      cut("late", insert, after -> after.inserts = World.with(after.inserts, at, late));
    }
  }

  private void cut(String how, Insert insert, Consumer<World> what) {
    move(
        "the insert of pass " + insert.sender() + " is " + how,
        after -> {
          after.cuts--;
          what.accept(after);
          after.tell(insert);
        });
  }

  private void retention() {
    boolean leaves = now.keeping == Keeping.RECEIPTS;
    for (int record = 0; record < now.stored.size(); record++) {
      int which = record;
      if (now.stored.get(record) == Stored.RECORD) {
        if (now.keeping != Keeping.ALL && mayGo(record)) {
          move(
              "retention " + (leaves ? "replaces" : "removes") + " t" + record,
              after -> after.store(which, leaves ? Stored.RECEIPT : Stored.REMOVED));
        }
        if (now.foreign > 0) {
          move(
              "somebody removes t" + record,
              after -> {
                after.foreign--;
                after.store(which, Stored.TAKEN_AWAY);
              });
        }
      }
    }
  }

  /** It waits for the leaf, which a majority has. */
  private boolean mayGo(int record) {
    int number = now.numbers.indexOf(record) + 1;
    return scene.lacks(Flaw.RETENTION_DOES_NOT_WAIT)
        || (number > 0 && number <= now.size(!scene.lacks(Flaw.RETENTION_TAKES_WHAT_MAY_BE_LOST)));
  }

  /** Receipts of all are there only if they were set before anything could be removed. */
  private void settings() {
    boolean areKept = now.keeping == Keeping.RECEIPTS;
    move(
        areKept ? "receipts are kept for a time only" : "receipts are set",
        after -> {
          after.settings--;
          after.ofAll = now.keeping == Keeping.ALL;
          after.keeping = areKept ? Keeping.NOTHING : Keeping.RECEIPTS;
        });
  }

  private void pass(int me, Pass pass) {
    if (pass.runs() == 0 || pass.waits()) {
      return;
    }
    if (pass.tree().isEmpty()) {
      look(me, pass);
      return;
    }
    goOn(me, "dies", Pass.idle(pass.runs() - 1));
    int number = (int) pass.tree().orElseThrow().size() + 1;
    if (number <= pass.confirmed()) {
      make(me, pass, number);
    } else if (pass.made().isEmpty()) {
      goOn(me, "ends", Pass.idle(pass.runs() - 1));
    } else {
      Insert sent = new Insert(me, pass.made(), false);
      move(
          "pass " + me + " sends " + pass.made().size() + " leaves",
          after -> {
            after.inserts = World.plus(after.inserts, sent);
            after.pass(me, new Pass(pass.runs(), pass.tree(), pass.confirmed(), pass.made(), true));
          });
    }
  }

  private void goOn(int me, String line, Pass next) {
    move("pass " + me + " " + line, after -> after.pass(me, next));
  }

  private void look(int me, Pass pass) {
    boolean keptOnly = !scene.lacks(Flaw.BUILDS_ON_WHAT_MAY_BE_LOST);
    int upTo = scene.lacks(Flaw.TAKES_WHAT_IS_NOT_CONFIRMED) ? now.numbers.size() : now.confirmed;
    int size = now.size(keptOnly);
    Optional<Frontier> tree = now.tree(size, keptOnly);
    if (tree.isPresent() && size < upTo) {
      goOn(
          me,
          "looks: " + size + " of " + upTo + " have leaves",
          new Pass(pass.runs(), tree, upTo, List.of(), false));
    }
  }

  /** Reads the record of the number that is next, and makes its leaf. */
  private void make(int me, Pass pass, int number) {
    if (number > now.numbers.size()) {
      goOn(me, "finds no number " + number, pass.upTo(number - 1));
      return;
    }
    int record = now.numbers.get(number - 1);
    boolean isThere = now.stored.get(record) == Stored.RECORD;
    goOn(
        me,
        (isThere ? "reads t" : "does not find t") + record,
        made(pass, number, isThere ? World.content(number, record) : World.gone(number, record)));
    if (isThere && now.stale > 0) {
      move(
          "pass " + me + " reads t" + record + " as it was before its decision",
          after -> {
            after.stale--;
            after.pass(
                me,
                scene.lacks(Flaw.TAKES_UNDECIDED_FOR_GONE)
                    ? made(pass, number, World.gone(number, record))
                    : pass.upTo(number - 1));
          });
    }
  }

  private static Pass made(Pass pass, int number, Digest content) {
    Frontier.Grown grown = pass.tree().orElseThrow().with(content);
    TreeLeaf leaf = new TreeLeaf(number, grown.nodes(), List.of());
    return new Pass(
        pass.runs(),
        Optional.of(grown.frontier()),
        pass.confirmed(),
        World.plus(pass.made(), leaf),
        false);
  }
}
