package io.twophase.architecture.rules;

import io.twophase.domain.testing.Texts;
import java.util.List;
import java.util.stream.Stream;

/** The layers of Twophase: who may depend on whom, and on which libraries. */
public final class Layers {

  /** The values of the domain: without the machine, which only the engine and its callers know. */
  public static final List<String> VALUES =
      List.of(
          ("domain domain.account domain.authorization domain.document domain.event domain.function"
                  + " domain.hold domain.operation domain.record domain.statement"
                  + " domain.transaction domain.value")
              .split(" "));

  /** The layers of {@code layers.txt}, which says what each of them may depend on. */
  public static final List<Layer> ALL =
      Stream.of(Texts.beside(Layers.class, "layers.txt").split("(?m)^## ", -1))
          .skip(1)
          .map(Layer::of)
          .toList();

  public static final Layer DOMAIN = named("domain..");
  public static final Layer QUEUE = named("app.transfer.queue");

  /** Those that must give the same answer whenever, wherever and however often they are asked. */
  static final List<Layer> CORE =
      ALL.stream()
          .filter(it -> it.packages().matches("domain\\.\\.|ports|app\\..*"))
          .filter(it -> !List.of("app.function", "app.transfer.queue").contains(it.packages()))
          .toList();

  /** Of those, the ones that may ask the thread whether it is interrupted. */
  static final List<Layer> INTERRUPTIBLE = List.of(named("app.engine"));

  private static Layer named(String packages) {
    return ALL.stream().filter(it -> it.packages().equals(packages)).findFirst().orElseThrow();
  }

  private Layers() {}
}
