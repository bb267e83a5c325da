package io.twophase.cli.context;

import io.twophase.cli.failure.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command runs its batches, where it runs any. */
public final class BatchOptions {

  /** The usual: the transfers of a batch are one transaction, where the store allows it. */
  static final BatchOptions USUAL = new BatchOptions();

  @Option(
      names = "--batches-as-one",
      negatable = true,
      description =
          "in this run: the transfers of a batch are one transaction, with one decision, or each is"
              + " one of its own (default: one, where the store allows it)")
  @Nullable Boolean asOne;

  /** Whether the transfers of a batch are one transaction. */
  boolean areOne() {
    return !Boolean.FALSE.equals(asOne);
  }

  /** Refuses a store that would run them otherwise than was asked for. */
  void check(Session session, CommandContext context) {
    if (Boolean.TRUE.equals(asOne) && !session.isVersion2Allowed()) {
      throw CommandFailure.storeRefused(
          "--batches-as-one: older releases have used this store and cannot read such batches, so"
              + " it does not allow them yet; nothing was changed. When no process of an older"
              + " release runs any more, "
              + context.again()
              + " store allow-version2 says how to allow them");
    }
  }
}
