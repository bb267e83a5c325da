package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;

/** What connections hold of messages that are not complete, where each has a thread of its own. */
class WireDecoderTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int LIMIT = 900;
  private static final int HEADER = 16;

  private final AtomicLong ofAll = new AtomicLong();
  private final EmbeddedChannel one = connection();
  private final EmbeddedChannel other = connection();

  private EmbeddedChannel connection() {
    WireDecoder.Unwanted unwanted = new WireDecoder.Unwanted();
    return new EmbeddedChannel(
        unwanted, new WireDecoder(new WireServer.Limits(3, LONG, LONG, LIMIT), ofAll, unwanted));
  }

  /** There is room for either of them, and not for both. */
  @RepeatedTest(200)
  void ofTwoThatGrowAtOnceOneIsClosed() {
    Stream.of(one, other).forEach(WireDecoderTest::beginALongMessage);
    CyclicBarrier start = new CyclicBarrier(2);
    Stream.of(one, other)
        .map(
            connection ->
                CompletableFuture.runAsync(
                    () -> grow(connection, start), task -> new Thread(task).start()))
        .toList()
        .forEach(CompletableFuture::join);

    assertThat(Stream.of(one, other).filter(EmbeddedChannel::isOpen)).hasSize(1);
    assertThat(ofAll).hasValue(600);
    one.finishAndReleaseAll();
    other.finishAndReleaseAll();
    assertThat(ofAll).hasValue(0);
  }

  private static void beginALongMessage(EmbeddedChannel connection) {
    ByteBuf header = Unpooled.buffer(HEADER);
    header.writeIntLE(10 * LIMIT).writeIntLE(1).writeIntLE(0).writeIntLE(2013);
    connection.writeInbound(header, Unpooled.wrappedBuffer(new byte[400 - HEADER]));
  }

  private static void grow(EmbeddedChannel connection, CyclicBarrier start) {
    try {
      start.await(1, TimeUnit.MINUTES);
    } catch (Exception late) {
      throw new AssertionError(late);
    }
    connection.writeInbound(Unpooled.wrappedBuffer(new byte[200]));
  }
}
