package io.twophase.planted.host.wiring;

import io.twophase.adapter.mongo.document.OwnerCodec;

/** Nor are the insides of an adapter. */
interface ReadsDocuments {

  OwnerCodec ownerCodec();
}
