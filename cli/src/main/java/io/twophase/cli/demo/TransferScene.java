package io.twophase.cli.demo;

import io.twophase.cli.demo.crash.ProcessLife;
import java.util.ArrayList;
import java.util.List;

/** One transfer, write by write. */
final class TransferScene {

  private TransferScene() {}

  static Story.Scene play(DemoBank bank) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step("before", "", bank.picture()));
    ProcessLife life =
        ProcessLife.witnessedBy(
            write -> steps.add(new Step(write.label(), write.says(), bank.picture())));
    bank.transfer(life);
    return new Story.Scene(steps, bank.faults());
  }
}
