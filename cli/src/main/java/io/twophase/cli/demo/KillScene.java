package io.twophase.cli.demo;

import io.twophase.cli.demo.crash.Kill;
import io.twophase.cli.demo.crash.ProcessKilled;
import io.twophase.cli.demo.crash.ProcessLife;
import io.twophase.cli.demo.crash.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A transfer whose process is killed after some of its writes, and its recovery by another. */
final class KillScene {

  private KillScene() {}

  static Kill play(DemoBank bank, int after) {
    ProcessLife life = ProcessLife.of(after);
    List<String> faults = new ArrayList<>();
    try {
      bank.transfer(life);
      faults.add("the worker came to its end before write " + after);
    } catch (ProcessKilled expected) {
      // what follows is another process's doing
    }
    List<Write> writes = life.writes();
    Write last = writes.get(writes.size() - 1);
    List<Map<String, Object>> left = bank.picture();
    List<String> recovery = recover(bank);
    faults.addAll(bank.faults());
    return new Kill(
        writes.size(),
        last.label(),
        last.kind().leaves(),
        left,
        recovery,
        bank.picture(),
        bank.balances(),
        faults);
  }

  private static List<String> recover(DemoBank bank) {
    ProcessLife life = ProcessLife.witnessedBy(write -> {});
    bank.recover(life);
    return life.writes().stream().map(Write::label).toList();
  }
}
