package io.twophase.cli.demo.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** The life of one process, counted in the writes that it makes. */
public final class ProcessLife {

  private static final int NO_END = Integer.MAX_VALUE;

  private final int end;
  private final Consumer<Write> witness;
  private final List<Write> writes = new ArrayList<>();

  private ProcessLife(int end, Consumer<Write> witness) {
    this.end = end;
    this.witness = witness;
  }

  /** A process that is not killed; {@code witness} is notified of each write when it is made. */
  public static ProcessLife witnessedBy(Consumer<Write> witness) {
    return new ProcessLife(NO_END, witness);
  }

  /** A process that is killed as soon as it has made so many writes. */
  public static ProcessLife of(int writes) {
    return new ProcessLife(writes, write -> {});
  }

  /** The writes that it has made. */
  public List<Write> writes() {
    return List.copyOf(writes);
  }

  /**
   * Sends the elements of one call one by one, so that the process can be killed between them: a
   * call is not atomic, each of its elements is.
   *
   * @param write what an element and its answer come to, as a write
   * @throws ProcessKilled after the last write of this life
   */
  <E, O> List<O> oneByOne(
      List<E> elements, Function<List<E>, List<O>> call, BiFunction<E, O, Write> write) {
    List<O> answers = new ArrayList<>(elements.size());
    for (E element : elements) {
      O answer = call.apply(List.of(element)).get(0);
      answers.add(answer);
      Write made = write.apply(element, answer);
      writes.add(made);
      witness.accept(made);
      if (writes.size() >= end) {
        throw new ProcessKilled();
      }
    }
    return answers;
  }
}
