package io.twophase.ports;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The store is broken in a way that is no answer: a fault of the infrastructure. Nobody knows what
 * the call that threw it has changed, except in {@link StoreUnavailableException}.
 */
public class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The number of calls of an internal error that one line names, so that it can be found. */
  private static final int PLACES = 3;

  /** One line that names the store and the fault. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** One line that names the store and the fault. */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Does all parts of a pass, each whatever became of the others.
   *
   * @return their faults as one, if there are any
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public static Optional<StoreException> faultOfAny(Runnable... parts) {
    List<String> faults =
        Arrays.stream(parts).flatMap(part -> faultOf(part).stream()).distinct().toList();
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(new StoreException(String.join("; ", faults)));
  }

  /** Throws a fault, if there is one. */
  public static void throwAny(Optional<StoreException> fault) {
    for (StoreException thrown : fault.stream().toList()) {
      throw thrown;
    }
  }

  /**
   * Does what a pass does about one item, so that a fault of the item ends nothing else.
   *
   * @return why it failed, if it did, in one line; of an internal error, with where it was thrown
   * @throws StoreUnavailableException if the store cannot be reached, for that is no item's fault
   */
  public static Optional<String> faultOf(Runnable item) {
    try {
      item.run();
      return Optional.empty();
    } catch (StoreUnavailableException unavailable) {
      throw unavailable;
    } catch (StoreException fault) {
      return Optional.of(String.valueOf(fault.getMessage()));
    } catch (RuntimeException broken) {
      String place =
          Arrays.stream(broken.getStackTrace())
              .limit(PLACES)
              .map(StackTraceElement::toString)
              .collect(Collectors.joining(" < ", " at ", ""));
      return Optional.of("internal error, please report it: " + broken + place);
    }
  }

  /**
   * Does what a pass does about several items, all at once; or one by one, if that fails.
   *
   * @param failed is given each item that fails by itself, and why
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public static <T> void eachOf(
      List<T> items, Consumer<List<T>> work, BiConsumer<T, String> failed) {
    Optional<String> fault = items.isEmpty() ? Optional.empty() : faultOf(() -> work.accept(items));
    if (fault.isPresent() && items.size() > 1) {
      items.forEach(item -> eachOf(List.of(item), work, failed));
    } else {
      fault.ifPresent(why -> failed.accept(items.get(0), why));
    }
  }
}
