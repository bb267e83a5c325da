package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.wire.MongoWireProtocolHandler;
import de.bwaldvogel.mongo.wire.message.ClientRequest;
import de.bwaldvogel.mongo.wire.message.MessageHeader;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one connection's messages, within the limits on those that are not complete. It also takes
 * messages to which the client wants no reply, which the library's own reader refuses.
 */
final class WireDecoder extends MongoWireProtocolHandler {

  private static final Logger LOG = LoggerFactory.getLogger(WireDecoder.class);

  private static final int OP_MSG = 2013;
  private static final int HEADER_BYTES = 16;
  private static final int SECTIONS = HEADER_BYTES + Integer.BYTES;
  private static final int REQUEST_ID = 4;
  private static final int OP_CODE = 12;

  private static final int CHECKSUM_PRESENT = 1;

  /** The client wants no reply: an unacknowledged write. */
  private static final int MORE_TO_COME = 1 << 1;

  /** The client would take several replies; one will do. */
  private static final int EXHAUST_ALLOWED = 1 << 16;

  /**
   * The grace in which bytes that have arrived are read, however long the thread was busy
   * elsewhere.
   */
  private static final long GRACE_MILLIS = 1_000;

  private final WireServer.Limits limits;
  private final AtomicLong unfinishedOfAll;
  private final Unwanted unwanted;
  private long unfinished;
  private boolean finishedOne;
  private @Nullable Future<?> deadline;

  /**
   * @param unfinishedOfAll the bytes of incomplete messages that all connections hold
   * @param unwanted is notified of the requests that are not to be answered
   */
  WireDecoder(WireServer.Limits limits, AtomicLong unfinishedOfAll, Unwanted unwanted) {
    this.limits = limits;
    this.unfinishedOfAll = unfinishedOfAll;
    this.unwanted = unwanted;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    finishedOne = false;
    super.channelRead(context, message);
    account(context);
  }

  @Override
  protected @Nullable ClientRequest decode(ChannelHandlerContext context, ByteBuf in)
      throws Exception {
    ClientRequest request = readMessage(context, in);
    finishedOne |= request != null;
    return request;
  }

  /** A message with a value that would not be kept is read as one that asks for a refusal. */
  private @Nullable ClientRequest readMessage(ChannelHandlerContext context, ByteBuf in)
      throws Exception {
    int start = in.readerIndex();
    int length = in.readableBytes() < SECTIONS ? 0 : in.getIntLE(start);
    if (length <= SECTIONS
        || in.readableBytes() < length
        || in.getIntLE(start + OP_CODE) != OP_MSG) {
      return super.decode(context, in);
    }
    int request = in.getIntLE(start + REQUEST_ID);
    int flags = in.getIntLE(start + HEADER_BYTES);
    if ((flags & MORE_TO_COME) != 0) {
      unwanted.add(request);
    }
    in.setIntLE(start + HEADER_BYTES, flags & ~(MORE_TO_COME | EXHAUST_ALLOWED));
    int checksum = (flags & CHECKSUM_PRESENT) == 0 ? 0 : Integer.BYTES;
    try {
      UnkeptValue.checkSections(
          in.nioBuffer(start + SECTIONS, length - SECTIONS - checksum)
              .order(ByteOrder.LITTLE_ENDIAN));
      return super.decode(context, in);
    } catch (UnkeptValue refused) {
      in.skipBytes(length);
      return new MongoMessage(
          context.channel(), new MessageHeader(length, request, 0), StoreBackend.refusal(refused));
    }
  }

  private void account(ChannelHandlerContext context) {
    long left = context.isRemoved() ? 0 : actualReadableBytes();
    long more = left - unfinished;
    long ofAll = unfinishedOfAll.getAndUpdate(others -> afterTaking(others, more)) + more;
    if (ofAll > limits.unfinishedBytes()) {
      unfinished = 0;
      close(context, "unfinished messages take " + ofAll + " bytes");
      return;
    }
    unfinished = left;
    if (left == 0) {
      stopWaiting();
    } else if (finishedOne || deadline == null) {
      stopWaiting();
      deadline =
          context
              .executor()
              .schedule(() -> late(context), limits.message().toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Returns what all connections hold once this one has taken so much more; or once it has given
   * back all of its own, if that is too much. It is one step, so that of two connections for which
   * there is no room together only one is closed.
   */
  private long afterTaking(long ofAll, long more) {
    return ofAll + more > limits.unfinishedBytes() ? ofAll - unfinished : ofAll + more;
  }

  private void late(ChannelHandlerContext context) {
    deadline =
        context
            .executor()
            .schedule(
                () -> close(context, "a message was not complete after " + limits.message()),
                Math.min(GRACE_MILLIS, limits.message().toMillis()),
                TimeUnit.MILLISECONDS);
  }

  private void close(ChannelHandlerContext context, String reason) {
    LOG.warn("closed the connection of {}: {}", context.channel().remoteAddress(), reason);
    giveBack();
    WireServer.close(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    super.channelInactive(context);
    giveBack();
    stopWaiting();
  }

  private void giveBack() {
    unfinishedOfAll.addAndGet(-unfinished);
    unfinished = 0;
  }

  private void stopWaiting() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  /** Leaves out one connection's replies to requests that want none. */
  static final class Unwanted extends ChannelOutboundHandlerAdapter {

    private final Set<Integer> requests = new HashSet<>();

    void add(int request) {
      requests.add(request);
    }

    @Override
    public void write(ChannelHandlerContext context, Object reply, ChannelPromise promise)
        throws Exception {
      if (reply instanceof MongoMessage message
          && requests.remove(message.getHeader().getResponseTo())) {
        promise.setSuccess();
      } else {
        super.write(context, reply, promise);
      }
    }
  }
}
