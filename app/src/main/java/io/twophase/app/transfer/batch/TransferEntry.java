package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.TransferRequest;

/** A transfer in a batch that is made of transfers only, and may have to keep their order. */
public interface TransferEntry extends BatchEntry {

  @Override
  TransferRequest request();
}
