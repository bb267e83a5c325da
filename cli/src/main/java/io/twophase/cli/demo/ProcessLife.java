package io.twophase.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The life of one process, counted in the writes that it makes. */
final class ProcessLife {

  private final int end;
  private final Consumer<Write> witness;
  private final List<Write> writes = new ArrayList<>();

  private ProcessLife(int end, Consumer<Write> witness) {
    this.end = end;
    this.witness = witness;
  }

  /** A process that is not killed. */
  static ProcessLife endless() {
    return witnessedBy(write -> {});
  }

  /** A process that is not killed; {@code witness} is notified of each write when it is made. */
  static ProcessLife witnessedBy(Consumer<Write> witness) {
    return new ProcessLife(Integer.MAX_VALUE, witness);
  }

  /** A process that is killed as soon as it has made so many writes. */
  static ProcessLife of(int writes) {
    return new ProcessLife(writes, write -> {});
  }

  /**
   * One write to one document.
   *
   * @param kind what it was to do
   * @param id of the document
   * @param matched whether its guard held
   */
  record Write(WriteKind kind, String id, boolean matched) {

    /** Returns what there is to say about it, in one sentence. */
    String says() {
      return matched ? kind.does() : "its guard does not hold, so nothing changes";
    }

    /** In a few words. */
    String label() {
      return kind.label() + " " + id + (matched ? "" : " (matches nothing)");
    }
  }

  /** Stands for the end of a process in the middle of its work: nothing catches it but the demo. */
  static final class Killed extends Error {

    private static final long serialVersionUID = 1L;

    Killed() {
      super("the process is killed here", null, false, false);
    }
  }

  /** The writes that it has made. */
  List<Write> writes() {
    return List.copyOf(writes);
  }

  /**
   * Notes a write.
   *
   * @throws Killed after the last write of this life
   */
  void made(Write write) {
    writes.add(write);
    witness.accept(write);
    if (writes.size() >= end) {
      throw new Killed();
    }
  }
}
