package io.twophase.cli.context;

import io.twophase.cli.failure.CommandFailure;
import picocli.CommandLine.Option;

/** How a command runs its batches, where it runs any. */
public final class BatchOptions {

  /** The usual: each transfer is a transaction of its own. */
  static final BatchOptions NONE = new BatchOptions();

  @Option(
      names = "--batches-as-one",
      description =
          "in this run: the transfers of a batch are one transaction, with one decision"
              + " (read docs/OPERATIONS.md first)")
  boolean asOne;

  /** Whether the transfers of a batch are one transaction. */
  boolean areOne() {
    return asOne;
  }

  /** Refuses a store that would run them otherwise. */
  void check(Session session, CommandContext context) {
    if (asOne && !session.isVersion2Allowed()) {
      throw CommandFailure.storeRefused(
          "--batches-as-one: older releases have used this store and cannot read such batches, so"
              + " it does not allow them yet; nothing was changed. When no process of an older"
              + " release runs any more, "
              + context.again()
              + " store allow-version2 says how to allow them");
    }
  }
}
