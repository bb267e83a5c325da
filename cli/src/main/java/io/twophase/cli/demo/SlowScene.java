package io.twophase.cli.demo;

import io.twophase.cli.demo.crash.ProcessLife;
import io.twophase.cli.demo.crash.Write;
import io.twophase.cli.demo.crash.WriteKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker that is slow, not dead: after its first hold it stalls, another finishes its transfer,
 * and then it goes on.
 */
final class SlowScene {

  private final DemoBank bank;
  private final List<Step> steps = new ArrayList<>();

  private SlowScene(DemoBank bank) {
    this.bank = bank;
  }

  static Story.Scene play(DemoBank bank) {
    return new SlowScene(bank).play();
  }

  private Story.Scene play() {
    bank.transfer(ProcessLife.witnessedBy(this::worker));
    return new Story.Scene(steps, bank.faults());
  }

  private void worker(Write write) {
    note("worker", write, remark(write.kind()));
    if (write.kind() == WriteKind.HOLD_DEBIT) {
      bank.recover(ProcessLife.witnessedBy(other -> note("recoverer", other, "")));
    }
  }

  private static String remark(WriteKind kind) {
    return switch (kind) {
      case HOLD_DEBIT -> "; then it stalls";
      case HOLD_CREDIT -> ". It comes too late, and of epoch 1: no settle will ever name it";
      case DECIDE -> ": epoch 1 is over. It reads the record, and knows that it was overtaken";
      default -> "";
    };
  }

  private void note(String who, Write write, String also) {
    steps.add(new Step(who + ": " + write.label(), write.says() + also, bank.picture()));
  }
}
