package io.twophase.cli.demo;

import io.twophase.cli.demo.ProcessLife.Write;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Plays all scenes, on a server in memory that is its own and gone afterwards. */
final class Demo {

  private final UnaryOperator<Store> front;

  /** The demo with {@code front} in front of the store, which may show that faults are noticed. */
  Demo(UnaryOperator<Store> front) {
    this.front = front;
  }

  /**
   * All that the demo shows.
   *
   * @param transfer one transfer, write by write
   * @param killed the same transfer, killed after every write in turn, and recovered
   * @param tutorial the tutorial's protocol, with a slow worker
   * @param slow the same slow worker, by this protocol
   */
  record Story(Scene transfer, List<Kill> killed, TutorialScene.Shown tutorial, Scene slow) {

    /** Returns what is wrong with the books in any scene but the tutorial's. */
    List<String> faults() {
      return Stream.concat(
              killed.stream().flatMap(kill -> kill.faults().stream()),
              Stream.of(transfer, slow).flatMap(scene -> scene.faults().stream()))
          .toList();
    }
  }

  /**
   * A transfer by this protocol.
   *
   * @param steps from before it to its end
   * @param faults what is wrong with the books at the end; empty if they balance
   */
  record Scene(List<Step> steps, List<String> faults) {}

  /**
   * A transfer whose process was killed, and its recovery by another.
   *
   * @param after the number of writes that it had made
   * @param write the last of them
   * @param leaves what it left, in one sentence
   * @param left the documents then
   * @param recovery the writes of the recovery
   * @param recovered the documents after it
   * @param balances of the accounts after it, as decimal texts
   * @param faults what is wrong with the books after it; empty if they balance
   */
  record Kill(
      int after,
      String write,
      String leaves,
      List<Map<String, Object>> left,
      List<String> recovery,
      List<Map<String, Object>> recovered,
      Map<String, String> balances,
      List<String> faults) {}

  /** Plays it. */
  Story run() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      Scene transfer = at(server, "transfer", Demo::transfer);
      List<Kill> killed = new ArrayList<>();
      // the first step is what was there before
      for (int writes = 1; writes < transfer.steps().size(); writes++) {
        int after = writes;
        killed.add(at(server, "killed-" + after, bank -> killed(bank, after)));
      }
      TutorialScene.Shown tutorial = TutorialScene.play(server);
      return new Story(transfer, killed, tutorial, at(server, "slow", Demo::slow));
    }
  }

  private <T> T at(EmbeddedServer server, String name, Function<DemoBank, T> scene) {
    try (DemoBank bank = new DemoBank(server, name, front)) {
      return scene.apply(bank);
    }
  }

  /** One transfer, write by write. */
  private static Scene transfer(DemoBank bank) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step("before", "", bank.picture()));
    bank.transfer(
        ProcessLife.witnessedBy(
            write -> steps.add(new Step(write.label(), write.says(), bank.picture()))));
    return new Scene(steps, bank.faults());
  }

  /** A transfer whose process is killed after some of its writes, and its recovery by another. */
  private static Kill killed(DemoBank bank, int after) {
    List<String> faults = new ArrayList<>();
    List<Write> writes = Stage.killed(after, faults, bank::transfer);
    Write last = writes.get(writes.size() - 1);
    List<Map<String, Object>> left = bank.picture();
    List<Write> recovery = bank.recover(ProcessLife.endless());
    faults.addAll(bank.faults());
    return new Kill(
        writes.size(),
        last.label(),
        last.kind().leaves(),
        left,
        recovery.stream().map(Write::label).toList(),
        bank.picture(),
        bank.balances(),
        faults);
  }

  /**
   * A worker that is slow, not dead: after its first hold it stalls, another finishes its transfer,
   * and then it goes on.
   */
  private static Scene slow(DemoBank bank) {
    List<Step> steps = new ArrayList<>();
    ProcessLife recoverer =
        ProcessLife.witnessedBy(write -> steps.add(step(bank, "recoverer", write, "")));
    bank.transfer(
        ProcessLife.witnessedBy(
            write -> {
              steps.add(step(bank, "worker", write, remark(write.kind())));
              if (write.kind() == WriteKind.HOLD_DEBIT) {
                bank.recover(recoverer);
              }
            }));
    return new Scene(steps, bank.faults());
  }

  private static Step step(DemoBank bank, String who, Write write, String also) {
    return new Step(who + ": " + write.label(), write.says() + also, bank.picture());
  }

  private static String remark(WriteKind kind) {
    return switch (kind) {
      case HOLD_DEBIT -> "; then it stalls";
      case HOLD_CREDIT -> ". It comes too late, and of epoch 1: no settle will ever name it";
      case DECIDE -> ": epoch 1 is over. It reads the record, and knows that it was overtaken";
      default -> "";
    };
  }
}
