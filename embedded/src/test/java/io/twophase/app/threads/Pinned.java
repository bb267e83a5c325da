package io.twophase.app.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Records each time that a virtual thread waits and cannot leave its carrier. */
final class Pinned implements AutoCloseable {

  private static final String EVENT = "jdk.VirtualThreadPinned";
  private static final Set<String> OF_THE_THREAD =
      Set.of("java.lang.VirtualThread", "jdk.internal.vm.Continuation");

  private final Recording recording = new Recording();

  private Pinned() {
    var unused = recording.enable(EVENT).withThreshold(Duration.ZERO).withStackTrace();
    recording.start();
  }

  static Pinned record() {
    return new Pinned();
  }

  /** Ends the recording, and answers what it has. */
  List<RecordedEvent> events() throws IOException {
    recording.stop();
    Path file = Files.createTempFile("pinned", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file);
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Whether a frame of Twophase keeps the carrier: a native frame or a class initializer that it
   * is, or that it called from the JDK. Who waits for a class that another thread initializes, or
   * that is being loaded, waits for no store, and once only.
   */
  static boolean isByTwophase(RecordedEvent event) {
    List<RecordedFrame> frames = event.getStackTrace().getFrames();
    int at = 0;
    while (at < frames.size() && !keeps(frames.get(at))) {
      if (isLoading(frames.get(at))) {
        return false;
      }
      at++;
    }
    if (at == frames.size()) {
      if (reason(event).startsWith("Waited for initialization")) {
        return false;
      }
      at = 0;
    }
    return frames.subList(at, frames.size()).stream()
        .map(Pinned::type)
        .filter(type -> !isOfTheJdk(type))
        .findFirst()
        .filter(type -> type.startsWith("io.twophase"))
        .isPresent();
  }

  private static boolean keeps(RecordedFrame frame) {
    boolean isNative = frame.getType().equals("Native") && !OF_THE_THREAD.contains(type(frame));
    return isNative || frame.getMethod().getName().equals("<clinit>");
  }

  private static boolean isLoading(RecordedFrame frame) {
    return type(frame).equals("java.lang.ClassLoader")
        && frame.getMethod().getName().equals("loadClass");
  }

  private static boolean isOfTheJdk(String type) {
    return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
  }

  private static String type(RecordedFrame frame) {
    return frame.getMethod().getType().getName();
  }

  /** JDK 21 names none. */
  static String reason(RecordedEvent event) {
    return event.hasField("pinnedReason") ? String.valueOf(event.getString("pinnedReason")) : "";
  }

  @Override
  public void close() {
    recording.close();
  }
}
