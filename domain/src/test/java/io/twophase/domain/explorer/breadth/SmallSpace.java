package io.twophase.domain.explorer.breadth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * All small worlds that moves lead to. Each move is one thing that somebody does, atomic.
 *
 * @param <W> the worlds
 */
public abstract class SmallSpace<W extends SmallWorld<W>> implements Space<W> {

  /** The world that the moves are of. */
  protected W now;

  private final W start;
  private Steps<W> steps = (next, line) -> {};

  /** From this world on. */
  protected SmallSpace(W start) {
    this.start = start;
    this.now = start;
  }

  /** Explores all of it, prints how many worlds there are, and finds nothing wrong. */
  public final void holds(String name) {
    Found found = Search.of(this);
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
    assertThat(unmet()).isEmpty();
  }

  /** Explores it up to the first fault, which says this, and prints the run. */
  public final void fails(String flaw, String fault) {
    Found found = Search.of(this);
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().orElseThrow()).contains(fault);
  }

  /** Returns each sight that some world should have shown, and none has. */
  protected Optional<String> unmet() {
    return Optional.empty();
  }

  /** Names each {@link #move} that is possible in the world {@link #now}. */
  protected abstract void moves();

  /** This may happen: the consumer changes a copy of the world. */
  protected final void move(String line, Consumer<W> happens) {
    W after = now.copy();
    happens.accept(after);
    steps.to(after, () -> line);
  }

  @Override
  public final W start() {
    return start;
  }

  @Override
  public final void next(W world, Steps<W> to) {
    now = world;
    steps = to;
    moves();
  }

  @Override
  public Optional<String> fault(W world) {
    return !world.fault.isEmpty() ? Optional.of(world.fault) : Optional.empty();
  }
}
