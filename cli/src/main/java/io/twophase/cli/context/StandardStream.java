package io.twophase.cli.context;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/** Standard output or standard error, with what went wrong in writing it. */
public final class StandardStream extends OutputStream {

  private final OutputStream stream;
  private volatile Optional<IOException> fault = Optional.empty();

  public StandardStream(OutputStream stream) {
    this.stream = stream;
  }

  /** Returns what went wrong first, if anything did. */
  public Optional<IOException> fault() {
    return fault;
  }

  @Override
  public void write(int single) {
    write(new byte[] {(byte) single}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    attempt(() -> stream.write(bytes, from, length));
  }

  @Override
  public void flush() {
    attempt(stream::flush);
  }

  /** Something that may fail to be written. */
  private interface Attempt {
    void run() throws IOException;
  }

  private void attempt(Attempt attempt) {
    if (fault.isPresent()) {
      return;
    }
    try {
      attempt.run();
      // a print stream keeps the reason to itself
      if (stream instanceof PrintStream print && print.checkError()) {
        throw new IOException("it does not take what is written");
      }
    } catch (IOException broken) {
      fault = Optional.of(broken);
    }
  }
}
