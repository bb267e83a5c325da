package io.twophase.adapter.mongo.server;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What a server takes, by its answer to {@code hello}.
 *
 * @param writes the most writes that one command carries
 * @param messageBytes the most that a message weighs
 * @param wireVersion the highest version of the wire protocol that it speaks
 */
public record ServerLimits(int writes, int messageBytes, int wireVersion) {

  /** What every server takes that says nothing. */
  static final ServerLimits LEAST = new ServerLimits(1_000, 16_000_000, 0);

  /** What is gained by sending more at once is not worth the memory. */
  private static final int MOST_WRITES = 10_000;

  /** A command has more in it than its documents. */
  private static final int SHARE_OF_A_MESSAGE = 4;

  /** MongoDB 8.0, the first with a bulk write that tells what each of its writes came to. */
  private static final int WITH_CLIENT_BULK_WRITE = 25;

  /** MongoDB 5.0: 4.4 has the operator too, but not all that call themselves so. */
  private static final int WITH_BSON_SIZE = 13;

  /**
   * Writes cut into what one command carries; each weighs, in bytes, at most what {@code weight}
   * says.
   */
  public <T> List<List<T>> batches(List<T> elements, ToIntFunction<T> weight) {
    return Batches.of(
        elements, weight, Math.min(writes, MOST_WRITES), messageBytes / SHARE_OF_A_MESSAGE);
  }

  /** Whether it compares a document's size in a filter, by the operator $bsonSize. */
  public boolean tellsSizes() {
    return wireVersion >= WITH_BSON_SIZE;
  }

  /** Whether it has the bulk write that tells what each of its writes came to. */
  boolean hasClientBulkWrite() {
    return wireVersion >= WITH_CLIENT_BULK_WRITE;
  }
}
