package io.twophase.cli.demo;

import io.twophase.cli.demo.crash.Kill;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that the demo shows.
 *
 * @param transfer one transfer, write by write
 * @param killed the same transfer, killed after every write in turn, and recovered
 * @param tutorial the tutorial's protocol, with a slow worker
 * @param slow the same slow worker, by this protocol
 */
public record Story(Scene transfer, List<Kill> killed, TutorialScene.Shown tutorial, Scene slow) {

  /**
   * A transfer by this protocol.
   *
   * @param steps from before it to its end
   * @param faults what is wrong with the books at the end; empty if they balance
   */
  public record Scene(List<Step> steps, List<String> faults) {}

  /** What is wrong with the books in any scene but the tutorial's. */
  public List<String> faults() {
    return Stream.concat(
            killed.stream().flatMap(kill -> kill.faults().stream()),
            Stream.of(transfer, slow).flatMap(scene -> scene.faults().stream()))
        .toList();
  }
}
