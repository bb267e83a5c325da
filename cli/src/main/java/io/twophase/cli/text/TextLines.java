package io.twophase.cli.text;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The lines of a file in UTF-8, with or without a byte order mark. The reader refuses bytes that
 * are not UTF-8, with the line that has them.
 */
public final class TextLines implements Iterator<String>, AutoCloseable {

  /** As long as a line may be, or the rest of a file that is asked for at once, in bytes. */
  static final int LONGEST = 64 * 1024 * 1024;

  private final InputFile file;
  private final InputStream bytes;
  private int ahead;
  private long number;

  private TextLines(InputFile file, InputStream bytes) throws IOException {
    this.file = file;
    this.bytes = bytes;
    this.ahead = bytes.read();
  }

  public static TextLines open(InputFile file) {
    try {
      return new TextLines(file, new BufferedInputStream(file.open()));
    } catch (IOException fault) {
      throw CommandFailure.badInput(file + " cannot be read: " + FileFaults.words(fault));
    }
  }

  @Override
  public boolean hasNext() {
    return ahead >= 0;
  }

  /** The next line, without its end. */
  @Override
  public String next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more lines in " + file);
    }
    number++;
    return upTo('\n');
  }

  /** All lines that are left, with their ends; empty if none is. */
  public String rest() {
    number++;
    return upTo(-1);
  }

  /** The line that was read last, counted from 1. */
  public long number() {
    return number;
  }

  private String upTo(int end) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      for (; ahead >= 0 && ahead != end; ahead = bytes.read()) {
        if (line.size() == LONGEST) {
          throw fault("it is longer than " + LONGEST + " bytes");
        }
        line.write(ahead);
      }
      ahead = ahead < 0 ? ahead : bytes.read();
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(line.toByteArray()))
          .toString();
    } catch (CharacterCodingException notText) {
      throw fault(FileFaults.words(notText));
    } catch (IOException broken) {
      throw fault("it cannot be read: " + FileFaults.words(broken));
    }
  }

  private CommandFailure fault(String what) {
    return CommandFailure.badInput(file + ", line " + number + ": " + what);
  }

  @Override
  public void close() {
    try {
      bytes.close();
    } catch (IOException fault) {
      throw new UncheckedIOException(file + " cannot be closed", fault);
    }
  }
}
